import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

const README = fileURLToPath(new URL('../README.md', import.meta.url))

/** Puts each section between its markers, `<!-- name -->` and `<!-- /name -->`. Default of `file`: the README here. */
export async function writeReport(sections, file = README) {
  let text = await readFile(file, 'utf8')
  const machine = `Node ${process.versions.node}, ${availableParallelism()} processors, ${cpus()[0].model.trim()}.`
  for (const [name, section] of Object.entries({ ...sections, machine })) {
    const own = new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`)
    text = text.replace(own, () => `<!-- ${name} -->\n${section}\n<!-- /${name} -->`)
  }
  await writeFile(file, text)
}
