// What runs beside the page: one worker holds the map, others count. The page ends a
// worker to stop its count.

import { Counter, MapView, PositionMap, Request, difference, initSync } from "../target/module/ox88_web.js"

let counter
let map

const request = ({ fen, moves, chess960 }) => new Request(fen, moves, chess960)

function view({ width, height, x, y, radius, byPiece, focus }) {
    const made = new MapView(width, height, x, y, radius, byPiece)
    if (focus) made.focus(...focus)
    return made
}

const answers = {
    start({ module, hash }) {
        initSync({ module })
        counter = new Counter(hash ?? 0)
    },
    count({ position, depth }) {
        return counter.count(request(position), depth)
    },
    stats({ position, depth }) {
        return JSON.parse(counter.stats(request(position), depth))
    },
    difference({ position, text, depth }) {
        return JSON.parse(difference(request(position), text, depth))
    },
    map({ position, rings }) {
        const next = new PositionMap(request(position), rings)
        map?.free()
        map = next
        return JSON.parse(map.rings())
    },
    picture(asked) {
        const seen = view(asked.view)
        map.lay_out(seen)
        return { shapes: map.shapes(), labels: asked.labels ? JSON.parse(map.labels()) : [], centre: seen.centre_radius() }
    },
    arcAt(asked) {
        return JSON.parse(map.arc_at(view(asked.view), asked.x, asked.y))
    },
    arcOf({ ring, turn }) {
        return JSON.parse(map.arc_of(ring, turn))
    },
    svg({ title, byPiece }) {
        return map.svg(title, byPiece)
    },
}

self.onmessage = ({ data }) => {
    const started = performance.now()
    try {
        const answer = answers[data.ask](data)
        const transfer = answer?.shapes ? [answer.shapes.buffer] : []
        self.postMessage({ id: data.id, answer, elapsed: performance.now() - started }, transfer)
    } catch (error) {
        self.postMessage({ id: data.id, error: typeof error === "string" ? error : String(error?.message ?? error) })
    }
}
