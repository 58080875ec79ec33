// The map: draws what the module lays out, and finds what is under the pointer.

import { legend } from "../target/module/ox88_web.js"
import { pointTo } from "./board.js"
import { byId, element, save } from "./dom.js"
import { line, percent, whole } from "./format.js"
import { onChange, play, back, request, show, state } from "./state.js"
import { Helper } from "./workers.js"

const NUMBERS = 8
const TURN = 2 * Math.PI
const GROWTH = 280
const BIGGEST = 400

const helper = new Helper()
const canvas = byId("map-canvas")
const overlay = byId("map-overlay")
const tip = byId("map-tip")

/** The rings of the map that the worker holds; nothing while it makes one. */
let rings = null
/** How the map is shifted and enlarged, in units of the picture's smaller side. */
let place = { x: 0, y: 0, zoom: 1 }
/** The arc that is pointed to. */
let arc = null
/** The radius of the disc in the centre, as it was drawn last. */
let centre = 0
/** What is to be drawn next, and whether something is being drawn. */
let isDrawing = false
let isStale = false
/** Whether the map is growing to a new centre. */
let isGrowing = false
/** The number of the last map that was asked for. */
let asked = 0
let isStill = false

const byPiece = () => state.by === "piece"

/** Makes the map. `still` turns its animation off. */
export function makeMap(still) {
    isStill = still
    helper.started.catch((error) => say(String(error)))
    byId("map-rings").addEventListener("change", (event) => show({ rings: Number(event.target.value) }))
    for (const radio of document.getElementsByName("map-by")) {
        radio.addEventListener("change", () => show({ by: radio.value }))
    }
    byId("map-in").addEventListener("click", () => enlarge(2))
    byId("map-out").addEventListener("click", () => enlarge(0.5))
    byId("map-whole").addEventListener("click", whole_)
    byId("map-svg").addEventListener("click", saveSvg)
    byId("map-png").addEventListener("click", savePng)
    byId("map-go").addEventListener("click", goToArc)
    overlay.addEventListener("pointermove", moved)
    overlay.addEventListener("pointerdown", pressed)
    overlay.addEventListener("pointerup", released)
    overlay.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId))
    overlay.addEventListener("pointerleave", left)
    overlay.addEventListener("wheel", wheel, { passive: false })
    overlay.addEventListener("keydown", key)
    new ResizeObserver(resize).observe(byId("map-box"))
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw)
    onChange((changed) => {
        if (changed.has("by")) updateLegend()
        if (changed.has("position") || changed.has("rings")) build()
        else if (changed.has("view") && state.view === "map" && !rings) build()
        else if (changed.has("view") || changed.has("by")) draw()
    })
    updateLegend()
    build()
}

/** Draws again, in the colours of another theme. */
export function redrawMap() {
    draw()
}

function updateLegend() {
    byId("map-rings").value = state.rings
    for (const radio of document.getElementsByName("map-by")) radio.checked = radio.value === state.by
    const { names, colors } = JSON.parse(legend(byPiece()))
    byId("map-legend").replaceChildren(...names.map((name, index) => {
        const swatch = element("span", { class: "swatch" })
        swatch.style.background = colors[index]
        return element("li", {}, swatch, name)
    }))
}

async function build() {
    if (state.view !== "map") {
        rings = null
        return
    }
    const number = ++asked
    point(null)
    byId("map-note").textContent = "laying it out…"
    try {
        const { answer, elapsed } = await helper.ask("map", { position: request(), rings: state.rings })
        if (number !== asked) return
        rings = answer
        place = { x: 0, y: 0, zoom: 1 }
        isGrowing = false
        summarise(elapsed)
        draw()
    } catch (error) {
        say(error.message)
    }
}

function summarise(elapsed) {
    const { arcs, ended, cut } = rings
    byId("map-arcs").textContent = arcs.length === 0 ? "" : `${arcs.map(whole).join(" · ")} moves`
    byId("map-arcs").dataset.arcs = arcs.join(" ")
    const over = ended.reduce((sum, some) => sum + some, 0)
    const notes = []
    if (state.position.end) notes.push(`${state.position.end}: no legal move`)
    else if (cut) notes.push(`${arcs.length} of ${state.rings} rings: ${cut}`)
    if (over > 0) notes.push(`${whole(over)} ${over === 1 ? "move ends" : "moves end"} the game early (thin lines)`)
    byId("map-note").textContent = notes.join(". ")
    byId("map-note").title = `laid out in ${elapsed.toFixed(0)} ms`
}

function say(text) {
    byId("map-status").textContent = text
}

// Size and place

/** The size of the picture, in pixels of the screen. */
let size = { width: 0, height: 0 }

function resize() {
    const { clientWidth, clientHeight } = byId("map-box")
    const scale = devicePixelRatio || 1
    size = { width: Math.round(clientWidth * scale), height: Math.round(clientHeight * scale) }
    draw()
}

/** Gives a canvas its size, which clears it, only when it is painted anew. */
function fit(surface, { width, height }) {
    if (surface.width !== width || surface.height !== height) Object.assign(surface, { width, height })
}

function view(focus) {
    const side = Math.min(size.width, size.height)
    return {
        ...size,
        x: size.width / 2 + place.x * side,
        y: size.height / 2 + place.y * side,
        radius: (side / 2 - 6) * place.zoom,
        byPiece: byPiece(),
        focus,
    }
}

/** Enlarges the map around a point, in pixels of the canvas. */
function enlarge(factor, x = size.width / 2, y = size.height / 2) {
    const zoom = Math.min(Math.max(place.zoom * factor, 1), BIGGEST)
    const side = Math.min(size.width, size.height)
    const from = { x: (x - size.width / 2) / side, y: (y - size.height / 2) / side }
    const grown = zoom / place.zoom
    place = { zoom, x: from.x - (from.x - place.x) * grown, y: from.y - (from.y - place.y) * grown }
    keepInside()
    draw()
}

function shift(x, y) {
    const side = Math.min(size.width, size.height)
    place = { ...place, x: place.x + x / side, y: place.y + y / side }
    keepInside()
    draw()
}

/** The whole map stays in the middle, and a part of it never leaves the picture. */
function keepInside() {
    const most = (place.zoom - 1) / 2
    const clamp = (value) => Math.min(Math.max(value, -most), most)
    place = { ...place, x: clamp(place.x), y: clamp(place.y) }
    overlay.style.touchAction = place.zoom > 1 ? "none" : "pan-y"
    byId("map-whole").disabled = place.zoom === 1
    byId("map-out").disabled = place.zoom === 1
}

function whole_() {
    place = { x: 0, y: 0, zoom: 1 }
    keepInside()
    draw()
}

// Drawing

/** Draws soon. Of several wishes, only the last is drawn. */
function draw() {
    isStale = true
    if (!isDrawing && !isGrowing) drawNow()
}

async function drawNow(focus) {
    if (!rings || state.view !== "map" || size.width === 0) return
    isDrawing = true
    isStale = false
    const started = performance.now()
    try {
        const seen = view(focus)
        const { answer } = await helper.ask("picture", { view: seen, labels: !focus })
        paint(canvas, seen, answer)
        centre = answer.centre
        outline()
        canvas.dataset.shapes = answer.shapes.length / NUMBERS
        canvas.dataset.elapsed = performance.now() - started
        canvas.dataset.drawn = Number(canvas.dataset.drawn ?? 0) + 1
    } catch (error) {
        say(error.message)
    } finally {
        isDrawing = false
        if (isStale && !isGrowing) draw()
    }
}

function colors() {
    const style = getComputedStyle(document.documentElement)
    const value = (name) => style.getPropertyValue(name).trim()
    return { back: value("--panel"), text: value("--text"), disc: value("--disc"), end: value("--text") }
}

/** Adds the outline of a shape to the path of a context. */
function trace(context, x, y, inner, outer, start, end) {
    const from = start * TURN - TURN / 4
    const to = end * TURN - TURN / 4
    if ((end - start) * outer < 6) {
        // Too short to be curved.
        context.moveTo(x + inner * Math.cos(from), y + inner * Math.sin(from))
        context.lineTo(x + outer * Math.cos(from), y + outer * Math.sin(from))
        context.lineTo(x + outer * Math.cos(to), y + outer * Math.sin(to))
        context.lineTo(x + inner * Math.cos(to), y + inner * Math.sin(to))
    } else {
        context.moveTo(x + outer * Math.cos(from), y + outer * Math.sin(from))
        context.arc(x, y, outer, from, to)
        context.arc(x, y, inner, to, from, true)
    }
    context.closePath()
}

function paint(surface, seen, { shapes, labels, centre }) {
    const { x, y } = seen
    fit(surface, seen)
    const context = surface.getContext("2d")
    const { colors: palette, dark } = JSON.parse(legend(byPiece()))
    const { back, text, disc, end } = colors()
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.fillStyle = back
    context.fillRect(0, 0, surface.width, surface.height)
    const each = (use) => {
        for (let at = 0; at < shapes.length; at += NUMBERS) {
            use(shapes[at + 1], shapes[at + 2], shapes[at + 3], shapes[at + 4], shapes[at + 5], shapes[at + 6], shapes[at + 7])
        }
    }
    palette.forEach((color, wanted) => {
        context.beginPath()
        each((inner, outer, start, stop, kind, arcs, isEnd) => {
            if (kind === wanted && !isEnd) trace(context, x, y, inner, outer, start, stop)
        })
        context.fillStyle = color
        context.fill()
    })
    // Lines between moves that are wide enough to be told apart, and between rings.
    const scale = devicePixelRatio || 1
    context.strokeStyle = back
    context.lineWidth = scale * 0.75
    context.beginPath()
    each((inner, outer, start, stop, kind, arcs, isEnd) => {
        if (isEnd || arcs > 1 || (stop - start) * TURN * outer < 4 * scale) return
        for (const turn of [start, stop]) {
            const angle = turn * TURN - TURN / 4
            context.moveTo(x + inner * Math.cos(angle), y + inner * Math.sin(angle))
            context.lineTo(x + outer * Math.cos(angle), y + outer * Math.sin(angle))
        }
    })
    const circles = []
    for (let at = 0; at < shapes.length; at += NUMBERS) circles[shapes[at]] = Math.min(circles[shapes[at]] ?? Infinity, shapes[at + 1])
    for (const circle of circles.filter((some) => some !== undefined)) {
        context.moveTo(x + circle, y)
        context.arc(x, y, circle, 0, TURN)
    }
    context.stroke()
    context.beginPath()
    each((inner, outer, start, stop, kind, arcs, isEnd) => {
        if (isEnd) trace(context, x, y, inner, outer, start, stop)
    })
    context.fillStyle = end
    context.fill()
    paintLabels(context, x, y, labels, dark, scale)
    paintCentre(context, x, y, centre, text, disc)
}

function paintLabels(context, x, y, labels, dark, scale) {
    context.font = `${11 * scale}px system-ui, sans-serif`
    context.textAlign = "center"
    context.textBaseline = "middle"
    for (const { radius, turn, text, kind } of labels) {
        const isRight = turn < 0.5
        context.setTransform(1, 0, 0, 1, x, y)
        context.rotate(turn * TURN - TURN / 4 + (isRight ? 0 : Math.PI))
        context.fillStyle = dark[kind] ? "#ffffff" : "#101418"
        context.fillText(text, isRight ? radius : -radius, 0)
    }
    context.setTransform(1, 0, 0, 1, 0, 0)
}

function paintCentre(context, x, y, inner, text, disc) {
    context.beginPath()
    context.arc(x, y, inner, 0, TURN)
    context.fillStyle = disc
    context.fill()
    context.fillStyle = text
    context.textAlign = "center"
    context.textBaseline = "middle"
    const lines = state.position.end
        ? [state.position.end]
        : [`${whole(rings.leaves)}`, rings.arcs.length === 1 ? "move" : `lines of ${rings.arcs.length}`]
    const size = Math.min(inner * 0.3, 2 * inner / Math.max(...lines.map((some) => some.length)) * 1.4)
    context.font = `600 ${size}px system-ui, sans-serif`
    lines.forEach((some, index) => context.fillText(some, x, y + (index - (lines.length - 1) / 2) * size * 1.25))
    if (state.moves.length > 0) {
        context.font = `${size * 0.8}px system-ui, sans-serif`
        context.fillText("↩ back", x, y + size * 2.1)
    }
}

/** Draws the border of the arc that is pointed to. */
function outline() {
    fit(overlay, size)
    const context = overlay.getContext("2d")
    context.clearRect(0, 0, overlay.width, overlay.height)
    if (!arc || arc.ring === 0 || isGrowing) return
    const { x, y, radius } = view()
    const thickness = (radius - centre) / rings.arcs.length
    const outer = centre + thickness * arc.ring
    const half = 0.75 / (TURN * outer)
    const [start, end] = arc.range
    context.beginPath()
    trace(context, x, y, outer - thickness, outer, Math.min(start, end - half), Math.max(end, start + half))
    context.strokeStyle = colors().text
    context.lineWidth = 2 * (devicePixelRatio || 1)
    context.stroke()
}

// Pointing

const pointers = new Map()
let dragged = 0

function at(event) {
    const box = overlay.getBoundingClientRect()
    const scale = size.width / box.width
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale }
}

let isAsking = false
let nextPlace = null

/** Finds the arc at a place. While the worker is busy, only the last place counts. */
async function lookAt(place_) {
    if (isAsking) {
        nextPlace = place_
        return
    }
    if (!rings || isGrowing) return
    isAsking = true
    const number = asked
    try {
        const { answer } = await helper.ask("arcAt", { view: view(), x: place_.x, y: place_.y })
        if (number === asked) point(answer, place_)
    } finally {
        isAsking = false
        const next = nextPlace
        nextPlace = null
        if (next) lookAt(next)
    }
}

/** Shows what is known of an arc, and an arrow on the board. */
function point(found, place_) {
    arc = found
    outline()
    const isArc = arc && arc.ring > 0
    byId("map-go").disabled = !isArc
    pointTo(isArc ? [{ from: arc.uci[0].slice(0, 2), to: arc.uci[0].slice(2, 4) }] : [])
    if (!isArc) {
        tip.hidden = true
        say(arc && state.moves.length > 0 ? "The centre: click to go back one move." : "")
        return
    }
    const moves = line(arc.san, state.position.turn, Number(state.position.fen.split(" ")[5]))
    const leaves = `${whole(arc.leaves)} ${arc.leaves === 1 ? "line" : "lines"}`
    const share = percent(arc.share)
    say(`${moves}: ${leaves}, ${share} (${arc.piece}, ${arc.class})`)
    if (!place_) {
        tip.hidden = true
        return
    }
    tip.replaceChildren(element("b", {}, moves), element("span", {}, `${leaves} · ${share}`), element("span", { class: "quiet" }, `${arc.piece}, ${arc.class}`))
    tip.hidden = false
    const scale = size.width / overlay.clientWidth
    const [x, y] = [place_.x / scale, place_.y / scale]
    const isRight = x > overlay.clientWidth / 2
    tip.style.left = isRight ? "auto" : `${x + 14}px`
    tip.style.right = isRight ? `${overlay.clientWidth - x + 14}px` : "auto"
    tip.style.top = `${Math.min(Math.max(y - 20, 0), overlay.clientHeight - 70)}px`
}

function moved(event) {
    const before = pointers.get(event.pointerId)
    const now = at(event)
    if (!before) {
        if (event.pointerType === "mouse") lookAt(now)
        return
    }
    if (pointers.size === 2) {
        const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, value]) => value)
        const distance = (one) => Math.hypot(one.x - other.x, one.y - other.y)
        enlarge(distance(now) / Math.max(distance(before), 1), (now.x + other.x) / 2, (now.y + other.y) / 2)
        dragged = Infinity
    } else {
        dragged += Math.hypot(now.x - before.x, now.y - before.y)
        if (place.zoom > 1 && dragged > 6) shift(now.x - before.x, now.y - before.y)
    }
    pointers.set(event.pointerId, now)
}

function pressed(event) {
    if (event.button > 0) return
    if (pointers.size === 0) dragged = 0
    pointers.set(event.pointerId, at(event))
    overlay.setPointerCapture?.(event.pointerId)
}

async function released(event) {
    const wasPressed = pointers.delete(event.pointerId)
    if (!wasPressed || dragged > 6 || !rings || isGrowing) return
    const place_ = at(event)
    const { answer } = await helper.ask("arcAt", { view: view(), ...place_ })
    // A finger first points, and goes there by a second touch.
    const isSame = arc && answer && String(arc.uci) === String(answer.uci)
    const isFinger = event.pointerType !== "mouse"
    point(answer, place_)
    if (!isFinger || isSame || answer?.ring === 0) goToArc()
}

function left(event) {
    if (event.pointerType === "mouse") point(null)
}

function wheel(event) {
    event.preventDefault()
    const { x, y } = at(event)
    enlarge(Math.exp(-event.deltaY / 300), x, y)
}

// Going on

/** Makes the arc that is pointed to the centre. */
async function goToArc() {
    if (!arc || isGrowing) return
    if (arc.ring === 0) {
        back()
        return
    }
    const { ring, uci, range } = arc
    point(null)
    await grow(ring, range)
    play(...uci)
}

/** Lets an arc grow to the whole turn, while the rings inside it shrink to the centre. */
async function grow(ring, [from, to]) {
    isGrowing = true
    const start = { ...place }
    const started = performance.now()
    for (let time = isStill ? 1 : 0; time < 1;) {
        time = Math.min((performance.now() - started) / GROWTH, 1)
        const eased = time * time * (3 - 2 * time)
        place = { x: start.x * (1 - eased), y: start.y * (1 - eased), zoom: start.zoom + (1 - start.zoom) * eased }
        await drawNow([from * eased, 1 + (to - 1) * eased, ring * eased])
        await new Promise(requestAnimationFrame)
    }
    place = { x: 0, y: 0, zoom: 1 }
    keepInside()
    // The next map replaces the picture; until then it stays.
}

const NEIGHBOURS = { ArrowRight: 1, ArrowLeft: -1 }

async function key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const keys = {
        "+": () => enlarge(2), "=": () => enlarge(2), "-": () => enlarge(0.5), 0: whole_,
        Backspace: back, Enter: goToArc, " ": goToArc,
        ArrowRight: () => step(event.key), ArrowLeft: () => step(event.key),
        ArrowUp: () => step(event.key), ArrowDown: () => step(event.key),
        Escape: () => point(null),
    }
    const action = keys[event.key]
    if (!action) return
    event.preventDefault()
    await action()
}

/** Points to the arc beside, outside or inside the one that is pointed to. */
async function step(name) {
    if (!rings || rings.arcs.length === 0 || isGrowing) return
    let [ring, turn] = [1, 0]
    if (arc && arc.ring > 0) {
        const [from, to] = arc.range
        ring = arc.ring + (name === "ArrowUp" ? 1 : name === "ArrowDown" ? -1 : 0)
        const nudge = 0.25 / rings.leaves
        turn = { 1: to + nudge, "-1": from - nudge }[NEIGHBOURS[name]] ?? from + nudge
    }
    if (ring < 1 || ring > rings.arcs.length) return
    const { answer } = await helper.ask("arcOf", { ring, turn: (turn + 1) % 1 })
    point(answer)
}

// Files

function title() {
    return state.position.name ?? state.position.fen
}

async function saveSvg() {
    if (!rings) return
    const { answer } = await helper.ask("svg", { title: title(), byPiece: byPiece() })
    save("map.svg", new Blob([answer], { type: "image/svg+xml" }))
}

/** Saves what is seen, twice as large. */
async function savePng() {
    if (!rings) return
    const large = element("canvas")
    const seen = view()
    const twice = Object.fromEntries(["width", "height", "x", "y", "radius"].map((name) => [name, seen[name] * 2]))
    const { answer } = await helper.ask("picture", { view: { ...seen, ...twice }, labels: true })
    paint(large, twice, answer)
    large.toBlob((blob) => save("map.png", blob), "image/png")
}
