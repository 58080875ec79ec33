// Numbers as people read them.

const grouped = new Intl.NumberFormat("en-US")

/** A whole number, given as a number or as decimal digits, in groups of three. */
export function whole(number) {
    return grouped.format(BigInt(number))
}

/** A share of 1 as a percentage, with three significant digits. */
export function percent(share) {
    if (share === 0) return "0 %"
    if (share < 0.0001) return "< 0.01 %"
    return `${(share * 100).toPrecision(3)} %`
}

/** A duration, given in milliseconds. */
export function duration(milliseconds) {
    if (milliseconds < 1) return "< 1 ms"
    if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
    const seconds = milliseconds / 1000
    if (seconds < 100) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`
    return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** Leaves per second, after `before`. Nothing for counts too small to be measured. */
export function rate(leaves, milliseconds, before = "") {
    if (leaves < 100000n || milliseconds < 1) return ""
    const perSecond = Number(leaves) / milliseconds * 1000
    const units = [[1e9, "G", 2], [1e6, "M", 0], [1e3, "k", 0]]
    const [size, letter, digits] = units.find(([size]) => perSecond >= size) ?? units[2]
    return `${before}${(perSecond / size).toFixed(digits)} ${letter}/s`
}

/** Moves in algebraic notation, with their numbers. */
export function line(moves, turn, number) {
    return moves.map((move, index) => {
        const isWhite = (turn === "w") === (index % 2 === 0)
        const at = number + Math.floor((index + (turn === "w" ? 0 : 1)) / 2)
        if (isWhite) return `${at}. ${move}`
        return index === 0 ? `${at}… ${move}` : move
    }).join(" ")
}
