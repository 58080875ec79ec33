// The workers that count, and the one count that runs at a time.

import { Request, units } from "../target/module/ox88_web.js"
import { Pool, Stopped } from "./workers.js"

export const pool = new Pool()

/** The count that runs: its way to be stopped, and its end. */
let running = null

/** Stops what is being counted, and resolves when it has ended. */
export async function stopCounting() {
    if (!running) return
    running.isStopped = true
    pool.stop()
    await running.ended
}

/**
 * Runs `count(isStopped)` alone: what was counted before is stopped. Resolves to false
 * if it was stopped itself.
 */
export async function countAlone(count) {
    await stopCounting()
    const mine = { isStopped: false }
    running = mine
    mine.ended = (async () => {
        try {
            await count(() => mine.isStopped)
            return !mine.isStopped
        } catch (error) {
            if (error instanceof Stopped) return false
            throw error
        } finally {
            if (running === mine) running = null
        }
    })()
    const ended = mine.ended
    // Whoever stops the count waits for its end, not for its error.
    mine.ended = ended.catch(() => {})
    return ended
}

/**
 * Counts `depth` plies with all workers. Calls `progress(counts, left, done, all)`:
 * the leaves below each root move so far, the number of its units that are not counted
 * yet, and the numbers of all units done and in all. Resolves to the total, the counts
 * and the time.
 */
export async function countLeaves(position, depth, progress = () => {}) {
    // Starting the workers is no part of the count.
    await pool.prepare()
    const started = performance.now()
    const asked = new Request(position.fen, position.moves, position.chess960)
    const parts = JSON.parse(units(asked, depth, pool.wanted === 1 ? 1 : 8 * pool.wanted))
    asked.free()
    const roots = parts.length === 0 ? 0 : parts.at(-1).root + 1
    const counts = Array(roots).fill(0n)
    const left = Array(roots).fill(0)
    for (const part of parts) left[part.root] += 1
    let done = 0
    await pool.count(position, parts, (part, leaves) => {
        counts[part.root] += leaves
        left[part.root] -= 1
        done += 1
        progress(counts, left, done, parts.length)
    })
    const total = counts.reduce((sum, some) => sum + some, 0n)
    return { total, counts, elapsed: performance.now() - started }
}
