// What the page shows: the position with the moves that led to it, and the view. All of
// it is in the link.

import { Request, describe } from "../target/module/ox88_web.js"

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/** The longest pasted text that a link takes. */
const LONGEST_PASTE = 4000

export const VIEWS = ["map", "divide", "ladder", "stats"]

const defaults = {
    fen: START, moves: [], chess960: false, view: "map", rings: 4, by: "piece", depth: 4,
    sort: "move", flipped: false, paste: "",
}

/** What is shown. Change it by the functions here only. */
export const state = { ...defaults, undone: [], position: null }

const listeners = new Set()

/** Calls `listener(changed)` after each change, with the set of names of what changed. */
export function onChange(listener) {
    listeners.add(listener)
}

/** The position in the form that the workers take. */
export function request() {
    return { fen: state.fen, moves: state.moves.join(" "), chess960: state.chess960 }
}

function described(fen, moves, chess960) {
    const asked = new Request(fen, moves.join(" "), chess960)
    try {
        return JSON.parse(describe(asked))
    } finally {
        asked.free()
    }
}

function tell(changed, isStep) {
    const link = `#${parameters()}`
    if (link !== location.hash) history[isStep ? "pushState" : "replaceState"](null, "", link)
    for (const listener of listeners) listener(changed)
}

/**
 * Goes to a position. Throws an error that says why, and changes nothing, if it is
 * refused.
 */
export function goTo({ fen = state.fen, moves = [], chess960 = state.chess960, undone = [] }) {
    const text = fen.trim() === "" || fen.trim() === "startpos" ? START : fen.trim()
    const position = described(text, moves, chess960)
    Object.assign(state, { fen: text, moves, chess960, undone, position })
    tell(new Set(["position"]), true)
}

/** Plays moves, given in coordinates. */
export function play(...moves) {
    const isRedone = moves.length === 1 && state.undone.at(-1) === moves[0]
    const undone = isRedone ? state.undone.slice(0, -1) : []
    goTo({ moves: [...state.moves, ...moves], undone })
}

/** Takes back the last move. */
export function back() {
    if (state.moves.length === 0) return
    goTo({ moves: state.moves.slice(0, -1), undone: [...state.undone, state.moves.at(-1)] })
}

/** Plays the move again that was taken back last. */
export function forth() {
    if (state.undone.length > 0) play(state.undone.at(-1))
}

/** Changes what is shown of the position. */
export function show(values) {
    const changed = Object.keys(values).filter((name) => state[name] !== values[name])
    if (changed.length === 0) return
    Object.assign(state, values)
    tell(new Set(changed), false)
}

function parameters() {
    const values = new URLSearchParams()
    const text = { ...state, moves: state.moves.join(" "), chess960: state.chess960 ? 1 : 0, flipped: state.flipped ? 1 : 0 }
    const usual = { ...defaults, moves: "", chess960: 0, flipped: 0 }
    for (const name of Object.keys(defaults)) {
        const isTooLong = name === "paste" && text.paste.length > LONGEST_PASTE
        if (text[name] !== usual[name] && !isTooLong) values.set(name, text[name])
    }
    return values
}

/**
 * Shows what the link says. What it says wrongly is left at its default. Returns why the
 * position was refused, if it was.
 */
export function readLink() {
    const values = new URLSearchParams(location.hash.slice(1))
    const oneOf = (name, choices) => choices.includes(values.get(name)) ? values.get(name) : defaults[name]
    const number = (name, least, greatest) => {
        const read = Number(values.get(name))
        return Number.isInteger(read) && read >= least && read <= greatest ? read : defaults[name]
    }
    Object.assign(state, {
        view: oneOf("view", VIEWS),
        rings: number("rings", 1, 6),
        by: oneOf("by", ["piece", "move"]),
        depth: number("depth", 1, 20),
        sort: oneOf("sort", ["move", "count", "generator"]),
        flipped: values.get("flipped") === "1",
        paste: (values.get("paste") ?? "").slice(0, LONGEST_PASTE),
    })
    const moves = (values.get("moves") ?? "").split(/[\s+]+/).filter((move) => move !== "")
    const chess960 = values.get("chess960") === "1"
    let refused = null
    try {
        const fen = values.get("fen") ?? START
        Object.assign(state, { fen, moves, chess960, undone: [], position: described(fen, moves, chess960) })
    } catch (error) {
        refused = String(error)
        if (!state.position) {
            Object.assign(state, { fen: START, moves: [], chess960: false, undone: [], position: described(START, [], false) })
        }
    }
    for (const listener of listeners) listener(new Set(Object.keys(defaults).concat("position")))
    return refused
}
