// Small helpers for the document.

/** The element with this id. */
export function byId(id) {
    return document.getElementById(id)
}

/** A new element with attributes and children. Text is never read as HTML. */
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) made.addEventListener(key.slice(2), value)
        else if (value === true) made.setAttribute(key, "")
        else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value)
    }
    made.append(...children)
    return made
}

/** Lets the browser save a file. */
export function save(name, blob) {
    const url = URL.createObjectURL(blob)
    const link = element("a", { href: url, download: name })
    document.body.append(link)
    link.click()
    link.remove()
    setTimeout(() => URL.revokeObjectURL(url), 10000)
}
