// Prints what the scenario saw: `node under-node.js '{ "baseUrl": "…", "token": "…" }'`.
import { runScenario } from './scenario.js'

console.log(JSON.stringify(await runScenario(JSON.parse(process.argv[2]))))
