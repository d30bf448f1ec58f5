import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** An HTML page with this markup, and then the script of the file and all that it imports, styles too. */
export async function bundledPage(entry, markup = '') {
  const { outputFiles } = await build({
    entryPoints: [entry instanceof URL ? fileURLToPath(entry) : entry],
    outdir: 'page',
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    charset: 'ascii',
  })
  const textOf = (extension) =>
    outputFiles.find((file) => path.extname(file.path) === extension)?.text ?? ''
  const script = textOf('.js').replaceAll('</script', '<\\/script')
  return `<!doctype html><meta charset="utf-8"><title>uploads</title><style>${textOf('.css')}</style>
${markup}<script type="module">${script}</script>`
}
