// Puts the page into one file: the module packed into its script, the script of the
// workers as a text in it, the styles and the pictures of the board inlined.

import { build } from "esbuild"
import { mkdir, readFile, stat, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const read = (path) => readFile(here(path), "utf8")
const board = "node_modules/cm-chessboard/assets"

/** The pictures of the pieces, in the tiles that the board expects. */
async function pieces() {
    const kinds = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" }
    const colors = { w: ["#ffffff", "#14181d"], b: ["#20262e", "#f2f4f7"] }
    let sprite = ""
    for (const [letter, name] of Object.entries(kinds)) {
        const svg = await read(`node_modules/@mdi/svg/svg/chess-${name}.svg`)
        const path = svg.match(/ d="([^"]+)"/)[1]
        for (const [color, [fill, line]] of Object.entries(colors)) {
            sprite += `<g id="${color}${letter}"><path transform="translate(3.2 3) scale(1.4)" d="${path}" fill="${fill}" stroke="${line}" stroke-width=".9" stroke-linejoin="round" paint-order="stroke"/></g>`
        }
    }
    return `<svg xmlns="http://www.w3.org/2000/svg">${sprite}</svg>`
}

/** What stands behind the names `packed:…` in the scripts. */
const packed = {
    module: async () => gzipSync(await readFile(here("target/module/ox88_web.wasm")), { level: 9 }).toString("base64"),
    worker: async () => (await bundle("page/worker.js", "iife")).text,
    sprites: async () => ({
        "cm-chessboard-sprite": await pieces(),
        "cm-chessboard-markers": await read(`${board}/extensions/markers/markers.svg`),
        "cm-chessboard-arrows": await read(`${board}/extensions/arrows/arrows.svg`),
    }),
}

const plugin = {
    name: "packed",
    setup({ onResolve, onLoad }) {
        onResolve({ filter: /^packed:/ }, ({ path }) => ({ path: path.slice("packed:".length), namespace: "packed" }))
        onLoad({ filter: /.*/, namespace: "packed" }, async ({ path }) => ({
            contents: JSON.stringify(await packed[path]()), loader: "json",
        }))
    },
}

async function bundle(entry, format) {
    const { outputFiles } = await build({
        entryPoints: [here(entry)],
        bundle: true,
        minify: true,
        format,
        target: ["es2023"],
        write: false,
        plugins: [plugin],
        // The module is never loaded from an address.
        define: { "import.meta.url": '""' },
        legalComments: "none",
    })
    return outputFiles[0]
}

const script = (await bundle("page/main.js", "esm")).text
const styles = await Promise.all([
    read(`${board}/chessboard.css`),
    read(`${board}/extensions/markers/markers.css`),
    read(`${board}/extensions/arrows/arrows.css`),
    read(`${board}/extensions/promotion-dialog/promotion-dialog.css`),
    read("page/style.css"),
])
const { outputFiles: [{ text: style }] } = await build({
    stdin: { contents: styles.join("\n").replaceAll(/\/\*# sourceMappingURL.*?\*\//g, ""), loader: "css" },
    minify: true, write: false,
})
const html = (await read("page/index.html"))
    .replace("<!--style-->", () => `<style>${style.trim()}</style>`)
    .replace("<!--script-->", () => `<script type="module">${script.trim().replaceAll("</script", "<\\/script")}</script>`)
await mkdir(here("dist"), { recursive: true })
await writeFile(here("dist/index.html"), html)
const size = (bytes) => `${Math.round(bytes / 1000)} kB`
console.log(`dist/index.html: ${size((await stat(here("dist/index.html"))).size)}, ${size(gzipSync(html, { level: 9 }).length)} compressed`)
