import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** An HTML page with the script of this file and all that it imports. */
export async function bundledPage(entry) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    format: 'iife',
    charset: 'ascii',
  })
  const script = outputFiles[0].text.replaceAll('</script', '<\\/script')
  return `<!doctype html><meta charset="utf-8"><title>uploads</title><script>${script}</script>`
}
