import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { install, root, runUntilStopped } from './prepare.mjs'

const node = install()
const apiPort = process.env.PORT ?? '3000'
const webPort = '5173'
const server = spawn(
  node,
  ['--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output', 'server/src/start/main.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: apiPort, APP_URL: `http://localhost:${webPort}` },
  },
)
process.on('exit', () => server.kill())
runUntilStopped(node, [join(root, 'node_modules/vite/bin/vite.js'), '--port', webPort, '--strictPort'], {
  cwd: join(root, 'web'),
  env: { ...process.env, API_PORT: apiPort },
})
