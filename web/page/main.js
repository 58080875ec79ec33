// Starts the page, and wires what belongs to no single view.

import { chess960_start, named_positions, version } from "../target/module/ox88_web.js"
import { beginSetUp, clearBoard, endSetUp, makeBoard, setUpFen } from "./board.js"
import { pool } from "./counting.js"
import { makeDivide } from "./divide.js"
import { byId, element } from "./dom.js"
import { line } from "./format.js"
import { makeLadder } from "./ladder.js"
import { makeMap, redrawMap } from "./map.js"
import { ready } from "./module.js"
import { VIEWS, back, forth, goTo, onChange, readLink, show, state } from "./state.js"
import { makeStats } from "./stats.js"

const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches

function refuse(error) {
    byId("fen-error").textContent = error ?? ""
    byId("fen").setAttribute("aria-invalid", String(Boolean(error)))
}

/** Goes to a position, or says why it is refused. */
function attempt(values) {
    try {
        goTo(values)
        refuse(null)
        return true
    } catch (error) {
        refuse(typeof error === "string" ? error : error.message)
        return false
    }
}

function update() {
    const { fen, check, end, played, start, repairs, name } = state.position
    refuse(null)
    byId("fen").value = fen
    byId("chess960").checked = state.chess960
    byId("back").disabled = state.moves.length === 0
    byId("first").disabled = state.moves.length === 0
    byId("forth").disabled = state.undone.length === 0
    const [, turn, , , , number] = start.split(" ")
    const sans = played.map((move) => move.san)
    const moves = byId("moves")
    moves.replaceChildren(...sans.map((san, index) => element("li", {}, element("button", {
        type: "button", title: "go to this move", "aria-current": index === sans.length - 1 ? "true" : null,
        onclick: () => attempt({ moves: state.moves.slice(0, index + 1), undone: [...state.moves.slice(index + 1)].reverse() }),
    }, line([san], (turn === "w") === (index % 2 === 0) ? "w" : "b", Number(number) + Math.floor((index + (turn === "w" ? 0 : 1)) / 2))))))
    const side = fen.split(" ")[1] === "w" ? "White" : "Black"
    const state_ = end === "checkmate" ? `${side} is checkmated` : end === "stalemate" ? "Stalemate" : `${side} to move${check ? ", in check" : ""}`
    byId("turn").textContent = name ? `${name}: ${state_}` : state_
    byId("repairs").textContent = repairs.length > 0 ? `The FEN was repaired: ${repairs.join("; ")}` : ""
    const named = byId("named")
    const at = [...named.options].findIndex((option) => option.value.split(" ").slice(0, 4).join(" ") === fen.split(" ").slice(0, 4).join(" "))
    named.selectedIndex = Math.max(at, 0)
}

function showView() {
    for (const name of VIEWS) {
        const isShown = state.view === name
        byId(`tab-${name}`).setAttribute("aria-selected", isShown)
        byId(`tab-${name}`).tabIndex = isShown ? 0 : -1
        byId(`view-${name}`).hidden = !isShown
    }
}

function makeTabs() {
    VIEWS.forEach((name, index) => {
        byId(`tab-${name}`).addEventListener("click", () => show({ view: name }))
        byId(`tab-${name}`).addEventListener("keydown", (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
            if (!step) return
            event.preventDefault()
            const next = VIEWS[(index + step + VIEWS.length) % VIEWS.length]
            show({ view: next })
            byId(`tab-${next}`).focus()
        })
    })
}

function makeControls() {
    byId("fen-form").addEventListener("submit", (event) => {
        event.preventDefault()
        attempt({ fen: byId("fen").value, chess960: byId("chess960").checked })
    })
    byId("chess960").addEventListener("change", (event) => {
        if (!attempt({ fen: state.position.fen, chess960: event.target.checked })) event.target.checked = state.chess960
    })
    byId("named").append(...JSON.parse(named_positions()).map(({ name, fen }) => element("option", { value: fen }, name)))
    byId("named").addEventListener("change", (event) => {
        if (event.target.value) attempt({ fen: event.target.value, chess960: false })
    })
    byId("chess960-form").addEventListener("submit", (event) => {
        event.preventDefault()
        const fen = chess960_start(Number(byId("chess960-number").value))
        if (fen) attempt({ fen, chess960: true })
    })
    byId("chess960-any").addEventListener("click", () => {
        byId("chess960-number").value = Math.floor(Math.random() * 960)
        byId("chess960-form").requestSubmit()
    })
    byId("first").addEventListener("click", () => attempt({ undone: [...state.undone, ...[...state.moves].reverse()] }))
    byId("back").addEventListener("click", back)
    byId("forth").addEventListener("click", forth)
    byId("flip").addEventListener("click", () => show({ flipped: !state.flipped }))
    byId("copy-link").addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(location.href)
            byId("copied").textContent = "copied"
        } catch {
            byId("copied").textContent = "copy it from the address bar"
        }
        setTimeout(() => byId("copied").textContent = "", 4000)
    })
    makeSetUp()
    makeTheme()
}

function makeSetUp() {
    const toggle = (isOpen) => {
        byId("set-up-panel").hidden = !isOpen
        byId("set-up").setAttribute("aria-expanded", isOpen)
    }
    const end = () => {
        toggle(false)
        endSetUp()
        byId("set-up").focus()
    }
    byId("set-up").addEventListener("click", () => {
        if (byId("set-up-panel").hidden) {
            toggle(true)
            beginSetUp()
        } else end()
    })
    byId("set-up-clear").addEventListener("click", clearBoard)
    byId("set-up-done").addEventListener("click", () => {
        if (attempt({ fen: setUpFen() })) end()
    })
    byId("set-up-cancel").addEventListener("click", () => {
        refuse(null)
        end()
    })
}

function makeTheme() {
    const dark = matchMedia("(prefers-color-scheme: dark)")
    const themes = ["auto", "light", "dark"]
    byId("theme").addEventListener("click", () => {
        const now = document.documentElement.dataset.theme ?? "auto"
        const next = themes[(themes.indexOf(now) + 1) % themes.length]
        if (next === "auto") delete document.documentElement.dataset.theme
        else document.documentElement.dataset.theme = next
        byId("theme").textContent = `Theme: ${next}`
        redrawMap()
    })
    dark.addEventListener("change", redrawMap)
}

await ready
byId("version").textContent = version()
const refused = readLink()
makeControls()
makeTabs()
makeBoard(isStill)
onChange((changed) => {
    if (changed.has("position")) update()
    if (changed.has("view")) showView()
})
update()
showView()
makeMap(isStill)
makeDivide()
makeLadder()
makeStats()
if (refused) refuse(refused)
// The first count finds its workers ready.
setTimeout(() => pool.prepare().catch(() => {}), 500)
addEventListener("popstate", () => {
    const error = readLink()
    if (error) refuse(error)
})
document.documentElement.dataset.ready = "true"
