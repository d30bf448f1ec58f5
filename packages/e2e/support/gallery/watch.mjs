/** Notes on each page that is opened when its first file and its first picture can be seen: `firstFile`, `firstPicture`. */
export function watchFirst(page) {
  return page.addInitScript(() => {
    const look = () => {
      const now = performance.now()
      if (document.querySelector('[data-index]')) window.firstFile ??= now
      const picture = document.querySelector('[data-index] img')
      if (picture?.complete && picture.naturalWidth > 0) window.firstPicture ??= now
      if (window.firstPicture === undefined) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** Each click and key, with the milliseconds that it `took` until the frame that shows what it did. */
export async function interactionTimes(page, work) {
  await page.evaluate(() => {
    window.times = []
    const note = ({ timeStamp, type, key }) => {
      // After the next frame was drawn.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () =>
          window.times.push({ what: key ?? type, took: performance.now() - timeStamp })
        port2.postMessage(null)
      })
    }
    window.noting = note
    for (const type of ['click', 'keydown']) addEventListener(type, note, { capture: true })
  })
  await work()
  return page.evaluate(() => {
    for (const type of ['click', 'keydown'])
      removeEventListener(type, window.noting, { capture: true })
    return window.times
  })
}

/**
 * The longest time in which most of the list showed `nothing`, and in which most of it was places that were `waiting`
 * for their files.
 */
export async function watchBlank(page, scroll) {
  await page.evaluate(() => {
    const longest = { nothing: 0, waiting: 0 }
    const since = { nothing: null, waiting: null }
    window.longestBlank = longest
    window.watching = true
    const look = (now) => {
      const { left, top, width, height } = document.querySelector('.files').getBoundingClientRect()
      const seen = { nothing: 0, waiting: 0 }
      const steps = [0.1, 0.3, 0.5, 0.7, 0.9]
      for (const x of steps) {
        for (const y of steps) {
          const found = document.elementFromPoint(left + x * width, top + y * height)
          const place = found?.closest('.tile, .row, .list-head')
          if (!place) seen.nothing += 1
          else if (place.matches('.tile-empty, .row-empty')) seen.waiting += 1
        }
      }
      for (const kind of ['nothing', 'waiting']) {
        if (seen[kind] <= 12) since[kind] = null
        else {
          since[kind] ??= now
          longest[kind] = Math.max(longest[kind], now - since[kind])
        }
      }
      if (window.watching) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await scroll()
  return page.evaluate(() => {
    window.watching = false
    return window.longestBlank
  })
}

/** Milliseconds of processor time that the page itself took for `work`: the same whatever else the machine does. */
export async function processorTime(page, work) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
  }
  const before = await spent()
  const result = await work()
  const after = await spent()
  await session.detach()
  return { result, took: after - before }
}
