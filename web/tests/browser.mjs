// Opens the built page in Chromium, from a file or from a server of its own.

import { chromium } from "playwright-core"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { once } from "node:events"

const PAGE = new URL("../dist/index.html", import.meta.url)

/** What keeps Chromium from asking for anything by itself. */
const QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]

/** Starts Chromium. CHROMIUM names another program than Debian's. */
export function launch() {
    return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: QUIET })
}

/** The address of the page as a file. */
export const fileAddress = PAGE.href

/** Serves the page, and nothing else, on the loopback address. */
export async function serve() {
    const html = await readFile(PAGE)
    const server = createServer((request, response) => {
        const isPage = new URL(request.url, "http://localhost").pathname === "/"
        response.writeHead(isPage ? 200 : 404, { "content-type": "text/html; charset=utf-8" })
        response.end(isPage ? html : "")
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}

/**
 * Opens the page with a link's parameters, without animations, during which the board
 * loses clicks. `complaints` collects errors, warnings of the console, and requests for
 * anything but the page itself.
 */
export async function open(browser, address, values = {}, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, reducedMotion: "reduce", ...options })
    const page = await context.newPage()
    const complaints = []
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(message.text())
    })
    page.on("pageerror", (error) => complaints.push(String(error)))
    page.on("request", (request) => {
        const url = request.url()
        const isOwn = url.split("#")[0] === address || /^(data|blob):/.test(url)
        if (!isOwn) complaints.push(`asked for ${url}`)
    })
    const link = new URLSearchParams(values).toString()
    await page.goto(link ? `${address}#${link}` : address)
    await page.waitForSelector("html[data-ready]")
    return { page, complaints, close: () => context.close() }
}

/** Waits until the map is drawn with these numbers of arcs. */
export async function mapWith(page, arcs) {
    const text = arcs.join(" ")
    await page.waitForFunction((wanted) => document.getElementById("map-arcs").dataset.arcs === wanted
        && document.getElementById("map-canvas").dataset.drawn > 0, text)
    await page.waitForTimeout(150)
}

/** A place on the map: at a turn, and at a part of the radius. */
export async function placeOnMap(page, turn, radius) {
    await page.locator("#map-overlay").scrollIntoViewIfNeeded()
    const box = await page.locator("#map-overlay").boundingBox()
    const whole = Math.min(box.width, box.height) / 2 - 6
    const angle = turn * 2 * Math.PI
    return {
        x: box.x + box.width / 2 + Math.sin(angle) * radius * whole,
        y: box.y + box.height / 2 - Math.cos(angle) * radius * whole,
    }
}
