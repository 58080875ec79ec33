// Workers of the page. Each answers questions in turn; ending one stops its count.

import source from "packed:worker"
import { compiled } from "./module.js"

const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }))

/** The size of the table of each counting worker, in MiB. */
const HASH = 64

/** Thrown when a worker was ended before it answered. */
export class Stopped extends Error {}

/** One worker. */
export class Helper {
    constructor(hash = 0) {
        this.waiting = new Map()
        this.last = 0
        this.worker = new Worker(url)
        this.worker.onmessage = ({ data }) => {
            const { resolve, reject } = this.waiting.get(data.id)
            this.waiting.delete(data.id)
            if (data.error === undefined) resolve({ answer: data.answer, elapsed: data.elapsed })
            else reject(new Error(data.error))
        }
        this.worker.onerror = (event) => {
            event.preventDefault()
            this.fail(new Error(event.message || "the worker failed"))
        }
        this.started = compiled.then((module) => this.post("start", { module, hash }))
        this.started.catch(() => {})
    }

    post(ask, values) {
        return new Promise((resolve, reject) => {
            const id = ++this.last
            this.waiting.set(id, { resolve, reject })
            this.worker.postMessage({ ...values, id, ask })
        })
    }

    fail(error) {
        for (const { reject } of this.waiting.values()) reject(error)
        this.waiting.clear()
    }

    /** Asks a question, and resolves to `answer` and the time that it took there. */
    async ask(ask, values) {
        await this.started
        if (this.isOver) throw new Stopped()
        return this.post(ask, values)
    }

    /** Ends the worker. What it was asked is rejected as stopped. */
    end() {
        this.isOver = true
        this.worker.terminate()
        this.fail(new Stopped())
    }
}

/** How many workers this machine is good for. */
export const most = Math.max(1, Math.min(navigator.hardwareConcurrency || 1, 16))

/** Workers that count together. They are started by the first count and stay. */
export class Pool {
    constructor() {
        this.helpers = []
        this.wanted = Math.min(most, 4)
    }

    /** Starts the workers, so that a count finds them ready. */
    prepare() {
        while (this.helpers.length < this.wanted) this.helpers.push(new Helper(HASH))
        return Promise.all(this.helpers.map((helper) => helper.started))
    }

    resize(wanted) {
        this.wanted = wanted
        while (this.helpers.length > wanted) this.helpers.pop().end()
    }

    /** Stops every count. */
    stop() {
        for (const helper of this.helpers) helper.end()
        this.helpers = []
    }

    /** Counts units, as many at once as there are workers, and calls `done` for each. */
    async count(position, units, done) {
        const waiting = units.values()
        const work = async (helper) => {
            for (const unit of waiting) {
                const moves = `${position.moves} ${unit.moves}`
                const { answer } = await helper.ask("count", { position: { ...position, moves }, depth: unit.depth })
                done(unit, BigInt(answer))
            }
        }
        await Promise.all(this.helpers.map(work))
    }
}
