// Run as a process of its own: node hostile-client.mjs <name of the attack> <target as JSON>
// Attacks until its parent stops it.
import { ATTACKS } from './attacks.mjs'

const [name, target] = process.argv.slice(2)
const stop = new AbortController()
process.once('message', () => {
  stop.abort()
  process.disconnect()
})
// A parent that died must not leave an attacker behind.
process.once('disconnect', () => setTimeout(() => process.exit(0), 2_000).unref())
process.send('attacking')
await ATTACKS[name](JSON.parse(target), stop.signal)
