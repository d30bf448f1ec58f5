import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

/** Takes all descriptors of the process but `free`; the function that it returns gives them back. */
export function holdDescriptors(free) {
  const held = []
  try {
    for (;;) held.push(openSync(devNull, 'r'))
  } catch {
    for (; free > 0; free -= 1) closeSync(held.pop())
  }
  return () => {
    for (const descriptor of held) closeSync(descriptor)
  }
}
