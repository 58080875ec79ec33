// The divide: the moves with their counts, and what is wrong with a pasted one.

import { pointTo } from "./board.js"
import { countAlone, countLeaves, stopCounting } from "./counting.js"
import { byId, element } from "./dom.js"
import { duration, percent, rate, whole } from "./format.js"
import { onChange, play, request, show, state } from "./state.js"
import { Helper, Stopped } from "./workers.js"

/** Up to this many leaves, by the count one ply less deep, a divide starts by itself. */
const BY_ITSELF = 4

/** The moves with their counts, or with nothing while they are counted. */
let rows = []
let total = null
/** What the last paste differs in. */
let difference = null
let comparer = null

/** Makes the divide. */
export function makeDivide() {
    byId("divide-depth").addEventListener("change", (event) => show({ depth: Number(event.target.value) }))
    byId("divide-count").addEventListener("click", count)
    byId("divide-stop").addEventListener("click", stopCounting)
    byId("divide-sort").addEventListener("change", (event) => show({ sort: event.target.value }))
    byId("paste-compare").addEventListener("click", compare)
    byId("paste-text").addEventListener("input", (event) => show({ paste: event.target.value }))
    byId("paste-clear").addEventListener("click", () => {
        byId("paste-text").value = ""
        show({ paste: "" })
        clearDifference()
    })
    onChange((changed) => {
        if (changed.has("paste") && byId("paste-text").value !== state.paste) byId("paste-text").value = state.paste
        if (changed.has("position") || changed.has("depth")) reset()
        else if (changed.has("sort")) list()
        if (changed.has("position")) clearDifference()
        const isNew = changed.has("position") || changed.has("depth") || changed.has("view")
        if (isNew && state.view === "divide" && total === null && state.depth <= BY_ITSELF) count()
    })
    byId("paste-text").value = state.paste
    reset()
    if (state.view === "divide") {
        if (state.depth <= BY_ITSELF) count()
        if (state.paste) compare()
    }
}

function reset() {
    byId("divide-depth").value = state.depth
    byId("divide-sort").value = state.sort
    rows = state.position.moves.map((move, index) => ({ ...move, index, count: null }))
    total = null
    byId("divide-total").textContent = ""
    byId("divide-total").dataset.total = ""
    list()
}

function sorted() {
    const by = {
        generator: () => 0,
        move: (one, other) => one.uci < other.uci ? -1 : 1,
        count: (one, other) => other.count === one.count ? 0 : (other.count ?? -1n) > (one.count ?? -1n) ? 1 : -1,
    }
    return rows.toSorted(by[state.sort])
}

function list() {
    const sum = rows.reduce((some, row) => some + (row.count ?? 0n), 0n)
    const greatest = rows.reduce((most, row) => row.count > most ? row.count : most, 1n)
    byId("divide-rows").replaceChildren(...sorted().map((row) => {
        const share = row.count === null || sum === 0n ? null : Number(row.count) / Number(sum)
        const bar = element("span", { class: "bar" })
        bar.style.width = `${Number(row.count ?? 0n) / Number(greatest) * 100}%`
        const pointed = () => pointTo([{ from: row.from, to: row.to }])
        return element("tr", { onpointerenter: pointed, onpointerleave: showDifference, "data-move": row.uci },
            element("th", { scope: "row" }, element("button", { type: "button", class: "move", onfocus: pointed, onclick: () => play(row.uci) }, row.san)),
            element("td", { class: "uci" }, row.uci),
            element("td", { class: "number" }, row.count === null ? "…" : whole(row.count)),
            element("td", { class: "number share" }, share === null ? "" : percent(share)),
            element("td", { class: "bars", "aria-hidden": "true" }, bar))
    }))
    byId("divide-empty").hidden = rows.length > 0
    byId("divide-empty").textContent = state.position.end ? `No legal move: ${state.position.end}.` : ""
}

async function count() {
    const depth = state.depth
    byId("divide-stop").disabled = false
    byId("divide-progress").textContent = "counting…"
    reset()
    try {
        const mine = rows
        let lastList = performance.now()
        const isWhole = await countAlone(async () => {
            const { total: leaves, elapsed } = await countLeaves(request(), depth, (counts, left, done, all) => {
                if (mine !== rows) return
                rows.forEach((row, index) => {
                    if (left[index] === 0) row.count = counts[index]
                })
                byId("divide-progress").textContent = `${rows.filter((row) => row.count !== null).length} of ${rows.length} moves counted (${done} of ${all} parts)`
                // Many small parts must not each redraw the list.
                if (performance.now() - lastList > 100) {
                    list()
                    lastList = performance.now()
                }
            })
            if (mine !== rows) return
            total = leaves
            byId("divide-total").textContent = `${whole(total)} leaves, ${duration(elapsed)}${rate(total, elapsed, ", ")}`
            byId("divide-total").dataset.total = total
        })
        if (mine !== rows) return
        list()
        byId("divide-progress").textContent = isWhole ? "" : `stopped: ${byId("divide-progress").textContent}`
    } catch (error) {
        byId("divide-progress").textContent = error.message
    } finally {
        byId("divide-stop").disabled = true
    }
}

// A pasted divide

function clearDifference() {
    difference = null
    byId("paste-result").replaceChildren()
    showDifference()
}

function showDifference() {
    if (!difference || state.view !== "divide") {
        pointTo([])
        return
    }
    const { missing, extra, counts } = difference
    const as = (kind) => (move) => ({ ...move, as: kind })
    pointTo([...counts.slice(0, 12).map(as("count")), ...missing.map(as("missing")), ...extra.map(as("extra"))])
}

async function compare() {
    const text = byId("paste-text").value
    clearDifference()
    comparer?.end()
    comparer = new Helper()
    const result = byId("paste-result")
    result.replaceChildren(element("p", {}, "comparing…"))
    try {
        const depth = Number(byId("paste-depth").value) || 0
        const { answer } = await comparer.ask("difference", { position: request(), text, depth })
        difference = answer
        result.replaceChildren(...explained(answer))
        showDifference()
    } catch (error) {
        if (error instanceof Stopped) return
        result.replaceChildren(element("p", { class: "refused" }, error.message))
    }
}

function explained(found) {
    const parts = []
    const term = (name, kind, ...content) => parts.push(element("dt", { class: kind }, name), element("dd", {}, ...content))
    if (found.result === "same") {
        const unread = found.unread.length > 0
        const note = found.total_only ? " Only a total was read: paste the moves, too." : ""
        return [
            element("p", { class: unread ? "warned" : "agreed" }, `No difference at depth ${found.depth}, ${whole(found.right)} leaves.${note}`),
            ...found.unread.map((some) => element("p", { class: "refused" }, `Not read: ${some}`)),
        ]
    }
    found.rules.forEach((some, index) => term(index === 0 ? "Rule" : "or", "rule", some))
    if (found.missing.length > 0) term("Missing", "missing", found.missing.map((move) => move.uci).join(" "))
    if (found.extra.length > 0) term("Extra", "extra", found.extra.map((move) => move.text).join(" "))
    for (const { uci, right, other } of found.counts.slice(0, 20)) term(uci, "count", `${whole(other)}, right is ${whole(right)}`)
    if (found.counts.length > 20) term("…", "count", `and ${found.counts.length - 20} more wrong counts`)
    if (found.wrong_total) term("Total", "count", `${whole(found.wrong_total)}, the moves add up to ${whole(found.other)}`)
    for (const some of found.unread) term("Not read", "extra", some)
    const result = [
        element("p", { class: "refused" }, found.other === found.right ? `Different at depth ${found.depth}.` : `Different at depth ${found.depth}: ${whole(found.other)}, right is ${whole(found.right)}.`),
        element("dl", {}, ...parts),
    ]
    if (found.next) {
        const go = () => {
            const depth = Math.max(found.depth - 1, 1)
            byId("paste-text").value = ""
            play(found.next)
            show({ depth, paste: "" })
            byId("paste-text").focus()
        }
        result.push(element("p", {}, `The fault is below ${found.next}: go there, and paste the divide to depth ${found.depth - 1} of that position.`),
            element("button", { type: "button", id: "paste-next", onclick: go }, `Go to the position after ${found.next}`))
    }
    return result
}
