import profileTexts from 'texts:profile'
import { readVersion } from '@grouplight/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import classes from '#ui/section.module.css'

/** Tells users the version of the server, which they can name when they report a fault. Shows nothing if it is not known. */
export function VersionLine() {
  const { data: version } = useQuery({
    queryKey: ['version'],
    queryFn: async ({ signal }) => (await call(readVersion, { signal })).version,
    refetchOnMount: 'always',
  })
  return version && <p className={classes.hint}>{profileTexts.version({ version })}</p>
}
