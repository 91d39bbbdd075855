import operatorTexts from 'texts:operator'
import { testDevice } from '@grouplight/contract/device.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { devicesQuery } from '#features/ringing/device-queries.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import section from '#ui/section.module.css'
import { SiteSection } from './site-section.tsx'

export function RingSection() {
  const { data, error } = useQuery({ ...devicesQuery, refetchOnMount: 'always' })
  const devices = data?.devices.filter(({ isConfirmed }) => isConfirmed) ?? []
  const ringing = useMutation({
    mutationFn: () => Promise.all(devices.map(({ id }) => call(testDevice, { params: { deviceId: id } }))),
  })
  return (
    <SiteSection
      id="ringing"
      title={operatorTexts.ringingTitle}
      hint={operatorTexts.ringingHint}
      error={data ? null : error}
    >
      {data?.publicKey === null && <p>{operatorTexts.ringingOff}</p>}
      {data?.publicKey && devices.length === 0 && (
        <p>
          {operatorTexts.noDevices} <Link to="/profile/alerts">{operatorTexts.toDevices}</Link>
        </p>
      )}
      {devices.length > 0 && (
        <Button
          variant="default"
          className={section.start}
          pending={ringing.isPending}
          onClick={() => ringing.mutate()}
        >
          {operatorTexts.ring}
        </Button>
      )}
      {ringing.isError && <AlertText error={operatorTexts.notRung({ why: problemText(ringing.error) })} />}
      {ringing.isSuccess && <AlertText message={operatorTexts.rung({ count: ringing.data.length })} />}
    </SiteSection>
  )
}
