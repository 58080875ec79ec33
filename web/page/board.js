// The board: shows the position, plays moves, sets up positions, and points to moves.

import { BORDER_TYPE, COLOR, Chessboard, INPUT_EVENT_TYPE, POINTER_EVENTS } from "cm-chessboard/src/Chessboard.js"
import { Accessibility } from "cm-chessboard/src/extensions/accessibility/Accessibility.js"
import { Arrows } from "cm-chessboard/src/extensions/arrows/Arrows.js"
import { MARKER_TYPE, Markers } from "cm-chessboard/src/extensions/markers/Markers.js"
import { PROMOTION_DIALOG_RESULT_TYPE, PromotionDialog } from "cm-chessboard/src/extensions/promotion-dialog/PromotionDialog.js"
import sprites from "packed:sprites"
import { byId, element } from "./dom.js"
import { onChange, play, state } from "./state.js"

const PIECES = ["wK", "wQ", "wR", "wB", "wN", "wP", "bK", "bQ", "bR", "bB", "bN", "bP"]
const NAMES = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" }

/** The colours of arrows: missing moves, extra moves, wrong counts, and a plain pointer. */
const ARROWS = {
    missing: { class: "arrow-missing" },
    extra: { class: "arrow-extra" },
    count: { class: "arrow-count" },
    pointer: { class: "arrow-pointer" },
}

let board
let setUp = null

/** Makes the board. `isStill` turns its animations off. */
export function makeBoard(isStill) {
    // The board would load these from files, if they were not there.
    for (const [id, svg] of Object.entries(sprites)) {
        const holder = element("div", { id, class: "sprites", "aria-hidden": "true" })
        holder.innerHTML = svg
        document.body.append(holder)
    }
    board = new Chessboard(byId("board"), {
        position: state.position.fen,
        orientation: state.flipped ? COLOR.black : COLOR.white,
        style: {
            cssClass: "ox88",
            borderType: BORDER_TYPE.none,
            showCoordinates: true,
            animationDuration: isStill ? 0 : 200,
        },
        extensions: [
            { class: Markers, props: { autoMarkers: MARKER_TYPE.frame } },
            { class: Arrows },
            { class: PromotionDialog, props: { language: "en" } },
            { class: Accessibility, props: { language: "en", keyboardMoveInput: true, boardAsTable: true, movePieceForm: true } },
        ],
    })
    board.enableMoveInput(input)
    onChange((changed) => {
        if (changed.has("position") && !setUp) update()
        if (changed.has("flipped")) board.setOrientation(state.flipped ? COLOR.black : COLOR.white)
    })
    makePalette()
}

function update() {
    pointTo([])
    board.setPosition(state.position.fen, true)
    markLast()
}

function markLast() {
    board.removeMarkers(MARKER_TYPE.square)
    const last = state.moves.at(-1)
    if (!last) return
    for (const square of [last.slice(0, 2), last.slice(2, 4)]) board.addMarker(MARKER_TYPE.square, square)
}

function input(event) {
    const { moves } = state.position
    if (event.type === INPUT_EVENT_TYPE.moveInputStarted) {
        const from = moves.filter((move) => move.from === event.squareFrom)
        board.removeMarkers(MARKER_TYPE.dot)
        board.removeMarkers(MARKER_TYPE.bevel)
        for (const move of from) board.addMarker(move.capture ? MARKER_TYPE.bevel : MARKER_TYPE.dot, move.to)
        return from.length > 0
    }
    if (event.type === INPUT_EVENT_TYPE.validateMoveInput) {
        const meant = moves.filter((move) => move.from === event.squareFrom
            && (move.to === event.squareTo || move.rook === event.squareTo))
        if (meant.length === 0) return false
        if (meant.length === 1) later(() => play(meant[0].uci))
        else later(() => promote(meant, event.squareTo))
        return true
    }
    if (event.type === INPUT_EVENT_TYPE.moveInputCanceled || event.type === INPUT_EVENT_TYPE.moveInputFinished) {
        board.removeMarkers(MARKER_TYPE.dot)
        board.removeMarkers(MARKER_TYPE.bevel)
    }
    return true
}

/** The board first finishes its own move, which may be that of a king onto its rook. */
function later(action) {
    setTimeout(action)
}

function promote(moves, square) {
    board.showPromotionDialog(square, state.position.turn, (result) => {
        const isChosen = result?.type === PROMOTION_DIALOG_RESULT_TYPE.pieceSelected
        const chosen = isChosen && moves.find((move) => move.promotion === result.piece[1])
        if (chosen) play(chosen.uci)
        else board.setPosition(state.position.fen, false)
    })
}

/** Points to moves: a list of objects with `from`, `to` and `as`, the kind of arrow. */
export function pointTo(moves) {
    board.removeArrows()
    for (const { from, to, as = "pointer" } of moves) {
        if (from && to && from !== to) board.addArrow(ARROWS[as], from, to)
    }
}

function makePalette() {
    const choose = (button) => {
        setUp.piece = button.dataset.piece
        for (const other of byId("palette").children) other.setAttribute("aria-pressed", other === button)
    }
    const tool = (piece, label, ...content) => element("button", {
        type: "button", "data-piece": piece, "aria-label": label, title: label, "aria-pressed": "false",
        onclick: (event) => choose(event.currentTarget),
    }, ...content)
    for (const piece of PIECES) {
        const [color, kind] = piece
        const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg")
        picture.setAttribute("viewBox", "0 0 40 40")
        picture.innerHTML = `<use href="#${piece.toLowerCase()}"></use>`
        byId("palette").append(tool(piece.toLowerCase(), `${color === "w" ? "white" : "black"} ${NAMES[kind]}`, picture))
    }
    byId("palette").append(tool("", "empty square", "✕"))
}

function put({ event, square }) {
    if (!square) return
    event.preventDefault()
    const piece = setUp.piece || null
    board.setPiece(square, board.getPiece(square) === piece ? null : piece)
}

/** Starts to set up a position. */
export function beginSetUp() {
    setUp = { piece: "wk" }
    pointTo([])
    board.removeMarkers()
    board.disableMoveInput()
    board.enableSquareSelect(POINTER_EVENTS.pointerdown, put)
    byId("palette").children[0].click()
    const [, turn, castling] = state.position.fen.split(" ")
    byId("set-up-turn").value = turn
    byId("set-up-castling").value = castling
}

/** Clears the board that is being set up. */
export function clearBoard() {
    board.setPosition("8/8/8/8/8/8/8/8")
}

/** The FEN of the position that was set up. */
export function setUpFen() {
    const castling = byId("set-up-castling").value.trim() || "-"
    return `${board.getPosition()} ${byId("set-up-turn").value} ${castling} - 0 1`
}

/** Ends setting up. */
export function endSetUp() {
    setUp = null
    board.disableSquareSelect(POINTER_EVENTS.pointerdown)
    board.enableMoveInput(input)
    update()
}
