/** Samples of a file: enough that an edit of a media file shows, and few enough that a large one is not read. */
const SAMPLES = 16
const SAMPLE = 4096

/**
 * Tells whether a file is the one that an upload was begun with: by name, size, time, samples of its bytes, and where it
 * goes. A change that leaves all of these alike is not seen.
 */
export async function fingerprintOf(file: Blob, about: readonly unknown[]): Promise<string> {
  const { lastModified = 0 } = file as Blob & { readonly lastModified?: number }
  const hash = new Hash()
  hash.add(new TextEncoder().encode(JSON.stringify([file.size, lastModified, ...about])))
  const step = Math.max(SAMPLE, (file.size - SAMPLE) / (SAMPLES - 1))
  for (let at = 0; at < file.size; at += step) {
    const from = Math.floor(at)
    hash.add(new Uint8Array(await file.slice(from, from + SAMPLE).arrayBuffer()))
  }
  return hash.text()
}

/** Two FNV-1a hashes of 32 bits: pages over plain http have no `crypto.subtle`, and nobody gains by a collision. */
class Hash {
  #a = 0x811c9dc5
  #b = 0x01000193

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      this.#a = Math.imul(this.#a ^ byte, 0x01000193)
      this.#b = Math.imul(this.#b ^ byte, 0x5bd1e995) ^ (this.#b >>> 13)
    }
  }

  text(): string {
    return [this.#a, this.#b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
  }
}
