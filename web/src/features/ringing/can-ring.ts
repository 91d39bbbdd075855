import { useQuery } from '@tanstack/react-query'
import { personalHookApi } from '#features/hook/hook-api.ts'
import { devicesQuery } from './device-queries.ts'
import { useMutedText } from './mute-times.ts'

/** Returns whether the settings of ringing concern the user: a device or a personal hook can ring, or is muted although none is left. */
export function useCanRing(): boolean {
  const { data } = useQuery(devicesQuery)
  const hasDevice = data?.devices.some(({ isConfirmed }) => isConfirmed) === true
  const { data: hooks = [] } = useQuery({
    ...personalHookApi.query,
    enabled: data !== undefined && !hasDevice,
  })
  const isMuted = useMutedText() !== null
  return hasDevice || hooks.length > 0 || isMuted
}
