import { describe, expect, it } from 'vitest'
import { loadSharp } from './load-sharp.ts'

/** The first versions without what was found in those before them. */
const REPAIRED: Readonly<Record<string, string>> = {
  // CVE-2026-33327, CVE-2026-33328, CVE-2026-35590, CVE-2026-35591 (GHSA-f88m-g3jw-g9cj), all of libvips
  sharp: '0.35.0',
  // CVE-2023-40032, of SVG
  vips: '8.14.4',
  // CVE-2023-4863
  webp: '1.3.2',
}

describe('loadSharp', () => {
  it('loads a sharp whose libraries have no published vulnerability', () => {
    const versions: Readonly<Record<string, string | undefined>> = loadSharp(
      import.meta.url,
    ).versions
    for (const [name, repaired] of Object.entries(REPAIRED)) {
      const found = versions[name] ?? '0'
      const isRepaired = found.localeCompare(repaired, 'en', { numeric: true }) >= 0
      expect(isRepaired, `${name} ${found}`).toBe(true)
    }
  })
})
