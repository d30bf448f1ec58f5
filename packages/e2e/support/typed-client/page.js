// Bundled into a page.
import { runScenario } from './scenario.js'

window.runScenario = runScenario
