/** Milliseconds of work at a time: the page answers a click within this, plus what the browser itself needs. */
const SLICE = 12

/** Works on `items` in the order given, and lets the page answer in between however many there are. */
export async function inSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  let start = performance.now()
  for (const item of items) {
    if (performance.now() - start > SLICE) {
      await turn()
      start = performance.now()
    }
    work(item)
  }
}

/** The next task: clicks and frames come before it. A timer would wait longer each time. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
