import { readFile } from 'node:fs/promises'
import { transform } from 'esbuild'

const WIDGETS = new URL('../../../gallery/src/app/widgets/', import.meta.url)

/** The dialogs and fields that the page says it has, from the lists in its own source. */
export async function pageNames() {
  const [{ DIALOG_NAMES }, { FIELD_NAMES }] = await Promise.all([
    load('dialog-names.ts'),
    load('field-names.ts'),
  ])
  return { dialogs: DIALOG_NAMES, fields: FIELD_NAMES }
}

/** Throws unless `known` has a way to each of `names`, and to nothing else. */
export function expectAll(names, known, what) {
  const missing = names.filter((name) => !known.includes(name))
  const gone = known.filter((name) => !names.includes(name))
  if (missing.length + gone.length > 0) {
    throw new Error(`${what} without a way to them: ${missing}. Ways to none: ${gone}.`)
  }
}

async function load(name) {
  const { code } = await transform(await readFile(new URL(name, WIDGETS), 'utf8'), { loader: 'ts' })
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}
