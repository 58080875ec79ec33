// Statistics of the leaves, as a table and as bars.

import { byId, element } from "./dom.js"
import { duration, percent, whole } from "./format.js"
import { onChange, request, state } from "./state.js"
import { Helper, Stopped } from "./workers.js"

const DEPTHS = 5

const COLUMNS = [
    ["nodes", "leaves"], ["captures", "captures"], ["ep", "en passant"], ["castles", "castling"],
    ["promotions", "promotions"], ["checks", "checks"], ["discovered", "discovered checks"],
    ["double", "double checks"], ["mates", "mates"], ["stalemates", "stalemates"],
]

let helper = null
let found = []

/** Makes the statistics. */
export function makeStats() {
    byId("stats-head").replaceChildren(element("th", { scope: "col" }, "depth"),
        ...COLUMNS.map(([, name]) => element("th", { scope: "col" }, name)))
    byId("stats-depth").addEventListener("change", bars)
    onChange((changed) => {
        if (changed.has("position")) stop()
        if (state.view === "stats" && found.length === 0 && (changed.has("position") || changed.has("view"))) count()
    })
    if (state.view === "stats") count()
}

function stop() {
    helper?.end()
    helper = null
    found = []
}

async function count() {
    stop()
    const mine = new Helper(32)
    helper = mine
    const position = request()
    list()
    bars()
    const started = performance.now()
    try {
        for (let depth = 1; depth <= DEPTHS; depth++) {
            byId("stats-progress").textContent = `counting depth ${depth}…`
            const { answer } = await mine.ask("stats", { position, depth })
            found.push(answer)
            list()
            byId("stats-depth").value = depth
            bars()
        }
        byId("stats-progress").textContent = `counted in ${duration(performance.now() - started)}`
    } catch (error) {
        if (!(error instanceof Stopped)) byId("stats-progress").textContent = error.message
    }
}

function list() {
    byId("stats-rows").replaceChildren(...found.map((stats, index) => element("tr", { "data-depth": index + 1 },
        element("th", { scope: "row" }, String(index + 1)),
        ...COLUMNS.map(([name]) => element("td", { class: "number", "data-column": name, "data-count": stats[name] }, whole(stats[name]))))))
}

/** Bars on a scale of powers of ten, since most of these moves are rare. */
function bars() {
    const stats = found[Number(byId("stats-depth").value) - 1]
    const rows = !stats ? [] : COLUMNS.slice(1).map(([name, label]) => {
        const share = Number(stats[name]) / Math.max(Number(stats.nodes), 1)
        const length = share === 0 ? 0 : Math.max(1 + Math.log10(share) / 7, 0.01)
        const bar = element("span", { class: "bar" })
        bar.style.width = `${length * 100}%`
        return element("li", {},
            element("span", { class: "label" }, label),
            element("span", { class: "track", "aria-hidden": "true" }, bar),
            element("span", { class: "number" }, Number(stats[name]) === 0 ? "none" : percent(share)))
    })
    byId("stats-bars").replaceChildren(...rows)
}
