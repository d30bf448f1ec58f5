import { nfc } from '@stowage/core/internal'

/** The NFC form of a name or path: the same for all that differ only in how their characters are composed. */
export function composed(path: string): string {
  return path.split('/').map(nfc).join('/')
}
