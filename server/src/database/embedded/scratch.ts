import { openEmbedded } from './open-embedded.ts'
import fs from 'node:fs'
const real=fs.fsyncSync; let n=0; const paths=new Map<string,number>()
fs.fsyncSync=fd=>{n++; const p=fs.readlinkSync('/proc/self/fd/'+fd); paths.set(p,(paths.get(p)??0)+1);real(fd)}
const dir='/tmp/emb/d1'
fs.rmSync(dir,{recursive:true,force:true})
let t=performance.now(); const lap=(s:string)=>{const m=performance.now();console.log(s,(m-t).toFixed(0),'syncs',n);t=m;n=0}
let e=await openEmbedded(dir, l=>console.log('LOG',l)); lap('first')
await openEmbedded(dir).catch(x=>console.log(String(x)))
await e.close(); lap('close'); await e.close()
paths.clear()
e=await openEmbedded(dir, l=>console.log('LOG',l)); lap('second')
await e.pglite.exec('create table t(id int primary key, v text)'); lap('ddl')
for(let i=0;i<100;i++) await e.pglite.query('insert into t values($1,$2)',[i,'x']); lap('100')
await e.pglite.query('insert into t values(1)').catch(x=>console.log(x.message))
await e.pglite.query('checkpoint'); lap('cp')
await e.pglite.query('select * from t'); lap('sel')
const {vacuumWornTables}=await import('./vacuum.ts')
await vacuumWornTables(e.pglite); lap('vac')
await vacuumWornTables(e.pglite); lap('vac')
await e.close(); lap('close')
console.log([...paths].filter(([p])=>fs.existsSync(p)&&fs.statSync(p).isDirectory()))
console.log(fs.readdirSync(dir),fs.statSync(dir).mode.toString(8))
