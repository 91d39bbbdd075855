import { join } from 'node:path'
import { env, install, root, run } from './prepare.mjs'

const node = install()
const program = join(root, 'server/src/start/admin.ts')
run(node, ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)], { env })
