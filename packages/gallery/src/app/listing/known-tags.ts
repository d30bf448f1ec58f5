import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { at, revision, total } from './listing.ts'

/** As many as a person looks through. */
const MOST = 200

/** By their lower case, because two tags that differ only in case are one. */
const seen = signal<ReadonlyMap<string, string>>(new Map())

/** Tags of files that were loaded since the page was opened, by name: the service has no list of them. */
export const knownTags: ReadonlySignal<readonly string[]> = computed(() =>
  [...seen.value.values()].sort((one, other) => one.localeCompare(other)),
)

let looked = -1

/** Collects the tags of a range of the list that has been drawn. */
export function noteTags(from: number, to: number): void {
  if (looked === revision.peek()) return
  looked = revision.peek()
  const before = seen.peek()
  const found = new Map(before)
  for (let index = Math.max(0, from); index < Math.min(to, total.peek() ?? 0); index += 1) {
    for (const tag of at(index)?.meta?.tags ?? []) {
      if (found.size < MOST) found.set(tag.toLowerCase(), tag)
    }
  }
  if (found.size > before.size) seen.value = found
}
