import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
const dir = '/tmp/emb/s2'
for (const o of [{}, {initDbStartParams:['--no-sync']}, {initDbStartParams:['--no-sync','--no-instructions','-c','shared_buffers=16MB']}, {initialMemory:512*2**20}] as any[]) {
fs.rmSync(dir,{recursive:true,force:true})
const t0=performance.now()
await (await PGlite.create({...o,fs:new NodeFS(dir)})).close()
console.log(performance.now()-t0, o)
}
