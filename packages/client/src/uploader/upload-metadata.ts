import { textOf } from '../upload/form-body.ts'
import type { UploadFields } from '../upload/upload-options.ts'

/** `Upload-Metadata`: the name and the fields, each in Base64. */
export function uploadMetadata(name: string, fields: UploadFields): string {
  return Object.entries({ filename: name, ...fields })
    .flatMap(([key, value]) => (value == null ? [] : [`${key} ${base64(textOf(value))}`]))
    .join(',')
}

function base64(text: string): string {
  return btoa(
    Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''),
  )
}
