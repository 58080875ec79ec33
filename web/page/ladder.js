// The ladder: published counts, and those counted here.

import { countAlone, countLeaves, pool, stopCounting } from "./counting.js"
import { byId, element } from "./dom.js"
import { duration, rate, whole } from "./format.js"
import { onChange, request, state } from "./state.js"
import { most } from "./workers.js"

/** The depth that is counted by itself, and the most rows without a published count. */
const BY_ITSELF = 5
const ROWS = 7

/** Who published the counts first: the depth from which on, and the source. */
const SOURCES = {
    "Start position": [[1, "Chess Programming Wiki"], [10, "S. Edwards"], [14, "P. Österlund, A. Banerjee (2016)"], [15, "A. Banerjee (2017)"]],
    "Kiwipete (position 2)": [[1, "Chess Programming Wiki"], [7, "The Grand Chess Tree"]],
    "Position 3": [[1, "Chess Programming Wiki"], [9, "A. J. Siemelink"]],
    "Position 4": [[1, "Chess Programming Wiki"], [7, "L. Neuse, Zangdar"]],
    "Position 5": [[1, "Chess Programming Wiki"], [6, "L. Neuse, Zangdar"]],
    "Position 6": [[1, "Chess Programming Wiki"], [7, "The Grand Chess Tree"]],
}

/** The counts of this position made here: by depth, with the time. */
let counted = new Map()

/** Makes the ladder. */
export function makeLadder() {
    const workers = byId("ladder-workers")
    for (let number = 1; number <= most; number++) workers.append(element("option", { value: number }, String(number)))
    workers.value = pool.wanted
    workers.addEventListener("change", () => pool.resize(Number(workers.value)))
    byId("ladder-count").addEventListener("click", () => count(Number(byId("ladder-depth").value)))
    byId("ladder-stop").addEventListener("click", stopCounting)
    onChange((changed) => {
        if (changed.has("position")) {
            counted = new Map()
            list()
        }
        if (state.view === "ladder" && counted.size === 0 && (changed.has("position") || changed.has("view"))) count(BY_ITSELF)
    })
    list()
    if (state.view === "ladder") count(BY_ITSELF)
}

function source(depth) {
    const sources = SOURCES[state.position.name] ?? []
    return sources.filter(([from]) => from <= depth).at(-1)?.[1] ?? ""
}

function list() {
    const { published } = state.position
    const last = Math.max(published.length, ROWS, ...counted.keys())
    const rows = []
    for (let depth = 1; depth <= last; depth++) {
        const known = published[depth - 1]
        const mine = counted.get(depth)
        const isRight = mine && known !== undefined && BigInt(known) === mine.total
        const mark = !mine ? "" : known === undefined ? "counted" : isRight ? "✓ equal" : "✗ different"
        rows.push(element("tr", { "data-depth": depth, class: mine ? "counted" : "known" },
            element("th", { scope: "row" }, String(depth)),
            element("td", { class: "number published" }, known === undefined ? "–" : whole(known)),
            element("td", { class: "source" }, known === undefined ? "" : source(depth)),
            element("td", { class: "number here", "data-count": mine ? mine.total : "" }, mine ? whole(mine.total) : ""),
            element("td", { class: "number" }, mine ? duration(mine.elapsed) : ""),
            element("td", { class: "number" }, mine ? rate(mine.total, mine.elapsed) : ""),
            element("td", { class: isRight === false ? "refused" : "agreed" }, mark)))
    }
    byId("ladder-rows").replaceChildren(...rows)
}

/** Counts depth by depth, up to `last`. */
async function count(last) {
    const progress = byId("ladder-progress")
    byId("ladder-stop").disabled = false
    const mine = new Map()
    counted = mine
    list()
    const position = request()
    try {
        const isWhole = await countAlone(async (isStopped) => {
            await pool.prepare()
            for (let depth = 1; depth <= last && !isStopped(); depth++) {
                progress.textContent = `counting depth ${depth}…`
                let lastTold = performance.now()
                const found = await countLeaves(position, depth, (counts, left, done, all) => {
                    if (counted !== mine || performance.now() - lastTold < 100) return
                    lastTold = performance.now()
                    progress.textContent = `counting depth ${depth}: ${done} of ${all} parts`
                })
                if (counted !== mine) return
                mine.set(depth, found)
                list()
            }
        })
        if (counted === mine) progress.textContent = isWhole ? "" : "stopped"
    } catch (error) {
        progress.textContent = error.message
    } finally {
        if (counted === mine) byId("ladder-stop").disabled = true
    }
}
