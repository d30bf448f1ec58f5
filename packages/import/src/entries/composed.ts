import { nfc } from '@stowage/core/internal'

/** What names, or paths, that differ by how their characters are composed alone have in common. */
export function composed(path: string): string {
  return path.split('/').map(nfc).join('/')
}
