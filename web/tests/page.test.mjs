// The page in a real browser. The counts are those of ../tests/suites/known.csv, which
// are published.

import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { after, before, describe, test } from "node:test"
import { fileAddress, launch, mapWith, open, placeOnMap, serve } from "./browser.mjs"

const known = readFileSync(new URL("../../tests/suites/known.csv", import.meta.url), "utf8")
    .split("\n").filter((line) => line && !line.startsWith("#")).slice(1)
    .map((line) => line.split(",")).map(([name, fen, depth, nodes]) => ({ name, fen, depth: Number(depth), nodes }))
const KIWIPETE = known.find(({ name }) => name === "kiwipete").fen
const START_ARCS = [20, 400, 8902, 197281]
const PINNED = "8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1"

let browser
let server
before(async () => {
    browser = await launch()
    server = await serve()
})
after(async () => {
    await browser?.close()
    server?.close()
})

/** Tests a page, which must not complain, and closes it. */
async function onPage(values, check, { address = fileAddress, options } = {}) {
    const { page, complaints, close } = await open(browser, address, values, options)
    page.setDefaultTimeout(20000)
    try {
        await check(page)
        assert.deepEqual(complaints, [])
    } finally {
        await close()
    }
}

const text = (page, id) => page.locator(`#${id}`).innerText()
const total = (page) => page.locator("#divide-total").getAttribute("data-total")
const counted = (page) => page.waitForFunction(() => document.getElementById("divide-total").dataset.total !== "")
const fen = (page) => page.locator("#fen").inputValue()

describe("from a file and from a server", () => {
    for (const kind of ["file", "server"]) {
        test(`${kind}: the map, a count in workers, and statistics`, async () => {
            await onPage({}, async (page) => {
                await mapWith(page, START_ARCS)
                await page.click("#tab-divide")
                await counted(page)
                assert.equal(await total(page), "197281")
                await page.click("#tab-stats")
                await page.waitForSelector('#stats-rows tr[data-depth="5"]')
                // The published row of depth 5.
                const row = await page.$$eval('#stats-rows tr[data-depth="5"] td', (cells) => cells.map((cell) => cell.dataset.count))
                assert.deepEqual(row, ["4865609", "82719", "258", "0", "0", "27351", "6", "0", "347", "0"])
            }, { address: kind === "file" ? fileAddress : server.address })
        })
    }
})

describe("the map", () => {
    test("has the published number of arcs in each ring", async () => {
        for (const [position, rings] of [[KIWIPETE, [48, 2039, 97862, 4085603]], [known.find(({ name }) => name === "position3").fen, [14, 191, 2812, 43238]]]) {
            await onPage({ fen: position }, (page) => mapWith(page, rings))
        }
    })

    test("is drawn anew within 100 ms, the fastest of ten", async () => {
        await onPage({}, async (page) => {
            await mapWith(page, START_ARCS)
            const times = []
            for (let time = 0; time < 10; time++) {
                const drawn = await page.locator("#map-canvas").getAttribute("data-drawn")
                await page.click(time % 2 === 0 ? 'input[name="map-by"][value="move"]' : 'input[name="map-by"][value="piece"]')
                await page.waitForFunction((before) => document.getElementById("map-canvas").dataset.drawn !== before, drawn)
                times.push(Number(await page.locator("#map-canvas").getAttribute("data-elapsed")))
            }
            assert.ok(Math.min(...times) <= 100, `${times}`)
        })
    })

    test("tells what is under the pointer, and points to the move on the board", async () => {
        await onPage({}, async (page) => {
            await mapWith(page, START_ARCS)
            const { x, y } = await placeOnMap(page, 0.01, 0.3)
            await page.mouse.move(x, y)
            await page.waitForSelector("#map-tip:not([hidden])")
            // The published divide of depth 4: 8,457 below a3, of 197,281.
            assert.match(await text(page, "map-status"), /^1\. a3: 8,457 lines, 4\.29 % \(pawn, quiet\)$/)
            assert.equal(await page.locator('[data-arrow="a2a3"]').count(), 1)
        })
    })

    test("makes what is clicked the centre, and goes back by the centre", async () => {
        await onPage({}, async (page) => {
            await mapWith(page, START_ARCS)
            const { x, y } = await placeOnMap(page, 0.01, 0.3)
            await page.mouse.click(x, y)
            // Published: perft(1) to perft(4) after a3.
            await mapWith(page, [20, 380, 8457, 181046])
            assert.equal(await fen(page), "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1")
            const centre = await placeOnMap(page, 0, 0)
            await page.mouse.click(centre.x, centre.y)
            await mapWith(page, START_ARCS)
        }, { options: { reducedMotion: "no-preference" } })
    })

    test("is used with the keyboard", async () => {
        await onPage({}, async (page) => {
            await mapWith(page, START_ARCS)
            await page.focus("#map-overlay")
            await page.keyboard.press("ArrowRight")
            await page.waitForFunction(() => /^1\. a3:/.test(document.getElementById("map-status").textContent))
            await page.keyboard.press("ArrowRight")
            await page.waitForFunction(() => /^1\. b3:/.test(document.getElementById("map-status").textContent))
            await page.keyboard.press("ArrowUp")
            await page.waitForFunction(() => /^1\. b3 a6:/.test(document.getElementById("map-status").textContent))
            await page.keyboard.press("Enter")
            await page.waitForFunction(() => document.getElementById("fen").value.startsWith("rnbqkbnr/1ppppppp/p7/8/8/1P6/"))
            await page.keyboard.press("Backspace")
            await page.waitForFunction(() => document.getElementById("fen").value.includes(" b "))
        })
    })

    test("zooms, and is saved as it is", async () => {
        await onPage({}, async (page) => {
            await mapWith(page, START_ARCS)
            const shapes = () => page.locator("#map-canvas").getAttribute("data-shapes").then(Number)
            const before = await shapes()
            for (let time = 0; time < 6; time++) await page.click("#map-in")
            await page.waitForFunction((some) => Number(document.getElementById("map-canvas").dataset.shapes) !== some, before)
            await page.click("#map-whole")
            await page.waitForFunction((some) => Number(document.getElementById("map-canvas").dataset.shapes) === some, before)
            const [svg] = await Promise.all([page.waitForEvent("download"), page.click("#map-svg")])
            const saved = readFileSync(await svg.path(), "utf8")
            assert.equal(svg.suggestedFilename(), "map.svg")
            assert.ok(saved.startsWith("<svg ") && saved.endsWith("</svg>\n"))
            assert.ok(saved.includes("20, 400, 8,902 and 197,281 moves"))
            const [png] = await Promise.all([page.waitForEvent("download"), page.click("#map-png")])
            assert.deepEqual([...readFileSync(await png.path()).subarray(1, 4)], [...Buffer.from("PNG")])
        })
    })

    test("of a finished game says so", async () => {
        await onPage({ fen: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" }, async (page) => {
            await page.waitForFunction(() => document.getElementById("map-note").textContent.startsWith("stalemate"))
        })
    })
})

describe("counts", () => {
    test("are the published ones, in every named position", async () => {
        await onPage({ view: "ladder" }, async (page) => {
            for (const name of ["startpos", "kiwipete", "position3", "position4", "position5", "position6"]) {
                const values = known.filter((row) => row.name === name)
                await page.fill("#fen", values[0].fen)
                await page.click("#fen-form button")
                await page.waitForFunction(([fen_, nodes]) => document.getElementById("fen").value === fen_
                    && document.querySelector('#ladder-rows tr[data-depth="5"] .here')?.dataset.count === nodes, [values[0].fen, values[4].nodes])
                for (const { depth, nodes } of values.slice(0, 5)) {
                    const row = page.locator(`#ladder-rows tr[data-depth="${depth}"]`)
                    assert.equal(await row.locator(".here").getAttribute("data-count"), nodes)
                    assert.match(await row.innerText(), /✓ equal/)
                }
                const published = await page.locator("#ladder-rows .published").allInnerTexts()
                assert.equal(published.filter((some) => some !== "–").length, values.length)
            }
        })
    })

    test("go on to depth 7, by one worker and by two", async () => {
        await onPage({ view: "ladder" }, async (page) => {
            const workers = await page.locator("#ladder-workers option").count()
            for (const number of workers > 1 ? ["1", "2"] : ["1"]) {
                await page.selectOption("#ladder-workers", number)
                await page.fill("#ladder-depth", "7")
                await page.click("#ladder-count")
                await page.waitForFunction(() => !document.querySelector('#ladder-rows tr[data-depth="7"] .here').dataset.count)
                await page.waitForSelector('#ladder-rows tr[data-depth="7"] .here[data-count="3195901860"]', { timeout: 120000 })
            }
        })
    })

    test("are stopped at once, and the next one is right", async () => {
        await onPage({ view: "divide", depth: 9 }, async (page) => {
            await page.click("#divide-count")
            await page.waitForTimeout(500)
            // The page is not busy meanwhile.
            const started = Date.now()
            await page.click("#tab-map")
            await page.click("#tab-divide")
            await page.click("#divide-stop")
            await page.waitForFunction(() => document.getElementById("divide-progress").textContent.startsWith("stopped"))
            assert.ok(Date.now() - started < 5000)
            await page.selectOption("#divide-depth", "5")
            await page.click("#divide-count")
            await counted(page)
            assert.equal(await total(page), "4865609")
        })
    })

    test("are right in Chess960", async () => {
        const suite = readFileSync(new URL("../../tests/suites/chess960.epd", import.meta.url), "utf8")
        const [position, , , , d4] = suite.split("\n").find((line) => line && !line.startsWith("#")).split(";")
        await onPage({ fen: position, chess960: 1, view: "divide" }, async (page) => {
            await counted(page)
            assert.equal(`D4 ${await total(page)}`, d4)
            await page.fill("#chess960-number", "518")
            await page.click("#chess960-form button[type=submit]")
            assert.match(await fen(page), /^rnbqkbnr.*RNBQKBNR w KQkq - 0 1$/)
            await counted(page)
            assert.equal(await total(page), "197281")
        })
    })
})

describe("the position", () => {
    test("is gone through on the board, by keyboard and by buttons", async () => {
        await onPage({ view: "divide", depth: 1 }, async (page) => {
            const square = async (name) => {
                const box = await page.locator(`#board [data-square="${name}"]`).first().boundingBox()
                return [box.x + box.width / 2, box.y + box.height / 2]
            }
            await page.mouse.click(...await square("e2"))
            await page.mouse.click(...await square("e4"))
            await page.waitForFunction(() => document.getElementById("fen").value.includes(" b "))
            assert.equal(await text(page, "moves"), "1. e4")
            await page.click('#divide-rows button:text-is("e5")')
            await page.waitForFunction(() => document.getElementById("fen").value.includes(" w "))
            await page.click("#back")
            await page.click("#back")
            assert.match(await fen(page), /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\//)
            await page.click("#forth")
            assert.match(await fen(page), /4P3.* b /)
            await page.goBack()
            await page.waitForFunction(() => document.getElementById("fen").value.includes("/8/8/8/8/"))
        })
    })

    test("castles and promotes on the board", async () => {
        await onPage({ fen: "r3k2r/8/8/8/8/8/7P/R3K2R w KQkq - 0 1", view: "divide", depth: 1 }, async (page) => {
            const click = async (name) => {
                const box = await page.locator(`#board [data-square="${name}"]`).first().boundingBox()
                await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
            }
            await click("e1")
            await click("g1")
            await page.waitForFunction(() => document.getElementById("fen").value.startsWith("r3k2r/8/8/8/8/8/7P/R4RK1 b"))
            await page.fill("#fen", "8/P6k/8/8/8/8/8/K7 w - - 0 1")
            await page.click("#fen-form button")
            await page.waitForTimeout(400)
            await click("a7")
            await click("a8")
            await page.locator('.promotion-dialog-button[data-piece="wn"], [data-piece="wn"].promotion-dialog-button').first().click()
            await page.waitForFunction(() => document.getElementById("fen").value.startsWith("N7/7k/"))
        })
    })

    test("is set up piece by piece", async () => {
        await onPage({ view: "divide", depth: 1 }, async (page) => {
            await page.click("#set-up")
            await page.click("#set-up-clear")
            const put = async (piece, name) => {
                await page.click(`#palette [data-piece="${piece}"]`)
                const box = await page.locator(`#board [data-square="${name}"]`).first().boundingBox()
                await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
            }
            await put("wk", "a1")
            await page.fill("#set-up-castling", "")
            await page.click("#set-up-done")
            assert.match(await text(page, "fen-error"), /king/)
            await put("bk", "a8")
            await put("wp", "h2")
            await page.click("#set-up-done")
            await page.waitForFunction(() => document.getElementById("fen").value === "k7/8/8/8/8/8/7P/K7 w - - 0 1")
            await counted(page)
            // Three moves of the king, two of the pawn.
            assert.equal(await total(page), "5")
        })
    })

    test("that is refused changes nothing, and says why", async () => {
        await onPage({ view: "divide" }, async (page) => {
            await counted(page)
            for (const [refused, why] of [
                ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", /file|square/],
                ["8/8/8/8/8/8/8/8 w - - 0 1", /king/],
                ["<b>bold</b>", /./],
            ]) {
                await page.fill("#fen", refused)
                await page.click("#fen-form button")
                assert.match(await text(page, "fen-error"), why)
                assert.equal(await total(page), "197281")
                assert.equal(await page.locator("#fen").getAttribute("aria-invalid"), "true")
            }
        })
        const bad = await open(browser, fileAddress, { fen: "nonsense" })
        assert.notEqual(await text(bad.page, "fen-error"), "")
        await bad.close()
    })

    test("and what is shown of it are in the link", async () => {
        await onPage({ fen: KIWIPETE, moves: "e1g1 h3g2", view: "divide", depth: "2", sort: "count", flipped: "1" }, async (page) => {
            await counted(page)
            const before = [await fen(page), await total(page), await text(page, "moves")]
            assert.match(before[2], /^1\. O-O\s*1… hxg2$/)
            await page.reload()
            await page.waitForSelector("html[data-ready]")
            await counted(page)
            assert.deepEqual([await fen(page), await total(page), await text(page, "moves")], before)
            assert.equal(await page.locator("#divide-sort").inputValue(), "count")
            // Back to the start position, whose link is empty.
            await page.click("#first")
            await page.selectOption("#named", { index: 1 })
            assert.equal(new URL(page.url()).hash.includes("fen="), false)
        })
    })
})

describe("a pasted divide", () => {
    test("names the moves and the rule, and shows them on the board", async () => {
        const paste = "d5d6: 1\nd5e6: 1\nh5g4: 1\nh5h4: 1\nh5g5: 1\nh5g6: 1\n"
        await onPage({ fen: PINNED, view: "divide", paste }, async (page) => {
            await page.waitForSelector("#paste-result dl")
            const result = await text(page, "paste-result")
            assert.match(result, /Rule\s+en passant that uncovers a check/)
            assert.match(result, /Missing\s+h5h6/)
            assert.match(result, /Extra\s+d5e6/)
            assert.equal(await page.locator('.arrow-extra[data-arrow="d5e6"]').count(), 1)
            assert.equal(await page.locator('.arrow-missing[data-arrow="h5h6"]').count(), 1)
        })
    })

    test("with a wrong count leads to the position below", async () => {
        await onPage({ view: "divide", depth: 3 }, async (page) => {
            await counted(page)
            const rows = await page.$$eval("#divide-rows tr", (all) => all.map((row) => `${row.dataset.move} - ${row.querySelector(".number").textContent}`))
            await page.fill("#paste-text", rows.join("\n").replace("e2e4 - 600", "e2e4 - 601"))
            await page.click("#paste-compare")
            await page.click("#paste-next")
            assert.match(await fen(page), /4P3.* b /)
            assert.equal(await page.locator("#divide-depth").inputValue(), "2")
            await page.fill("#paste-text", "hello")
            await page.click("#paste-compare")
            await page.waitForFunction(() => document.getElementById("paste-result").textContent.includes("Forms that are read"))
            await page.fill("#paste-text", "Nodes searched: 600")
            await page.click("#paste-compare")
            await page.waitForFunction(() => document.getElementById("paste-result").textContent.startsWith("No difference at depth 2"))
        })
    })
})

describe("for everyone", () => {
    const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8")

    for (const colorScheme of ["light", "dark"]) {
        test(`axe finds nothing, ${colorScheme}`, async () => {
            for (const view of ["map", "divide", "ladder", "stats"]) {
                await onPage({ view, moves: "e2e4", paste: view === "divide" ? "e7e5: 29\n" : "" }, async (page) => {
                    await page.waitForTimeout(1500)
                    await page.evaluate(axe)
                    const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }))
                    const found = violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.target).join(", ")}`)
                    // The board's table for screen readers has an empty corner.
                    assert.deepEqual(found.filter((some) => !some.startsWith("minor empty-table-header")), [], view)
                }, { options: { colorScheme } })
            }
        })
    }

    test("a narrow screen needs no scrolling sideways", async () => {
        for (const view of ["map", "divide", "ladder", "stats"]) {
            await onPage({ view }, async (page) => {
                await page.waitForTimeout(800)
                const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
                assert.ok(inner <= outer, `${view}: ${inner} > ${outer}`)
            }, { options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } })
        }
    })

    test("a finger points first, and goes there by a second touch", async () => {
        await onPage({}, async (page) => {
            await mapWith(page, START_ARCS)
            const { x, y } = await placeOnMap(page, 0.01, 0.3)
            await page.touchscreen.tap(x, y)
            await page.waitForFunction(() => document.getElementById("map-status").textContent.startsWith("1. a3"))
            assert.match(await fen(page), / w /)
            await page.touchscreen.tap(x, y)
            await page.waitForFunction(() => document.getElementById("fen").value.includes(" b "))
        }, { options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } })
    })

    test("the file is small, and is ready soon", async () => {
        const { gzipSync } = await import("node:zlib")
        const html = readFileSync(new URL("../dist/index.html", import.meta.url))
        assert.ok(gzipSync(html).length < 500000)
    })
})
