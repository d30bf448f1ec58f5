// Run as a process of its own: node hostile-client.mjs <name of the attack> <target as JSON> [plain]
// Attacks until its parent stops it; with `plain` it does what is as much work and no attack.
import { ATTACKS, PLAIN_EQUALS } from './attacks.mjs'

const [name, target, plain] = process.argv.slice(2)
const act = plain === undefined ? ATTACKS[name] : PLAIN_EQUALS[name]
const stop = new AbortController()
process.once('message', () => {
  stop.abort()
  process.disconnect()
})
// A parent that died must not leave an attacker behind.
process.once('disconnect', () => setTimeout(() => process.exit(0), 2_000).unref())
process.send('attacking')
await act(JSON.parse(target), stop.signal)
