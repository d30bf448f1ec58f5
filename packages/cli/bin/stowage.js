#!/usr/bin/env node
// The command itself, so that installers find it before the package is built.
import '../dist/stowage.js'
