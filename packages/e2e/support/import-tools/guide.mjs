import { readFile } from 'node:fs/promises'

const PAGE = new URL('../../../../docs/guides/import.md', import.meta.url)

/** The guide to imports, whose rules for old URLs are those that are tried. */
export function guideText() {
  return readFile(PAGE, 'utf8')
}

/** The commands that the guide shows for a system, each as its arguments. */
export async function guideCommands(system) {
  const shown = (await guideText()).matchAll(/^stowage (import --from (\S+) .*)$/gm)
  return [...shown].filter(([, , from]) => from === system).map(([, args]) => args.split(' '))
}

/** The rules of the guide for nginx: those of its `http` block, and those of its `server` block. */
export async function guideRules() {
  const blocks = [...(await guideText()).matchAll(/```nginx\n([\s\S]*?)```/g)].map(
    ([, code]) => code,
  )
  const isMap = (code) => /^map /m.test(code)
  return {
    http: blocks.filter(isMap).join(''),
    server: blocks.filter((code) => !isMap(code)).join(''),
  }
}
