// The WebAssembly module: unpacked from this file, compiled once, and used by the page
// and by its workers.

import { initSync } from "../target/module/ox88_web.js"
import packed from "packed:module"

async function unpack() {
    const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))
    return new Response(stream).arrayBuffer()
}

/** The compiled module. */
export const compiled = unpack().then((bytes) => WebAssembly.compile(bytes))

/** Resolves when the functions of the module may be called on the page. */
export const ready = compiled.then((module) => {
    initSync({ module })
})
