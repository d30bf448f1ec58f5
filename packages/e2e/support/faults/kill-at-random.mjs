import { setTimeout as sleep } from 'node:timers/promises'

/** Kills an instance every `least` to `most` milliseconds, at random, but never the last one that is up, until `end`. */
export function killAtRandom({ instances, random, least, most }) {
  const over = new AbortController()
  const running = (async () => {
    for (;;) {
      await sleep(random.between(least, most), null, { signal: over.signal })
      const up = instances.filter((instance) => instance.up)
      if (up.length > 1) random.pick(up).kill()
    }
  })().catch((error) => {
    if (error.name !== 'AbortError') throw error
  })
  return {
    async end() {
      over.abort()
      await running
    },
  }
}
