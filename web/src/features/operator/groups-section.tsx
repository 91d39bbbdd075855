import accountTexts from 'texts:account'
import operatorTexts from 'texts:operator'
import { parseEmail } from '@grouplight/contract/account.ts'
import { offerGroupByOperator } from '@grouplight/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/client.ts'
import { errorText } from '#features/account/confirmation/with-confirmation.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import form from '#ui/form.module.css'
import { ItemButton, ItemList, ItemName } from '#ui/list-item.tsx'
import section from '#ui/section.module.css'
import { EmailField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { siteGroupsQuery, useSiteChange } from './site-queries.ts'
import { SiteSection } from './site-section.tsx'

type Group = { id: string; name: string; memberCount: number }

export function GroupsSection() {
  const { data, error } = useQuery({ ...siteGroupsQuery, refetchOnMount: 'always' })
  const [offered, setOffered] = useState<{ group: string; email: string }>()
  return (
    <SiteSection
      id="without-admin"
      title={operatorTexts.withoutAdmin}
      hint={operatorTexts.groupsHint}
      error={data ? null : error}
    >
      {offered && (
        <AlertText
          message={
            <Phrase
              text={operatorTexts.offered}
              group={<bdi>{offered.group}</bdi>}
              email={<bdi>{offered.email}</bdi>}
            />
          }
        />
      )}
      {data?.withoutAdmin.length === 0 && <p>{operatorTexts.allHaveAdmin}</p>}
      <ItemList items={data?.withoutAdmin} aria-labelledby="without-admin">
        {group => (
          <GroupItem
            key={group.id}
            group={group}
            onOffered={email => setOffered({ group: group.name, email })}
          />
        )}
      </ItemList>
    </SiteSection>
  )
}

function GroupItem({ group, onOffered }: { group: Group; onOffered: (email: string) => void }) {
  const id = useId()
  const [isOffering, setOffering] = useState(false)
  return (
    <li className={section.item}>
      <div className={section.grow}>
        <ItemName id={id}>{group.name}</ItemName>
        <small className={section.muted}>{operatorTexts.members({ count: group.memberCount })}</small>
      </div>
      <ItemButton nameId={id} onClick={() => setOffering(true)}>
        {operatorTexts.offer}
      </ItemButton>
      <Dialog
        opened={isOffering}
        title={operatorTexts.offerTitle({ group: group.name })}
        onClose={() => setOffering(false)}
        size={420}
      >
        <OfferForm
          groupId={group.id}
          onOffered={email => {
            setOffering(false)
            onOffered(email)
          }}
        />
      </Dialog>
    </li>
  )
}

function OfferForm({ groupId, onOffered }: { groupId: string; onOffered: (email: string) => void }) {
  const rules = useForm({
    email: email => (parseEmail(email) ? null : accountTexts.invalidEmail),
  })
  const offering = useSiteChange(async (body: { email: string }) => {
    await call(offerGroupByOperator, { params: { groupId }, body })
    onOffered(body.email)
  })
  const failed = errorText(offering.error)
  return (
    <form className={form.form} noValidate onSubmit={rules.onSubmit(offering)}>
      <EmailField
        label={operatorTexts.offerEmail}
        hint={operatorTexts.offerHint}
        autoComplete="off"
        {...rules.field('email')}
      />
      {failed && <AlertText error={failed} />}
      <Button type="submit" pending={offering.isPending}>
        {operatorTexts.sendOffer}
      </Button>
    </form>
  )
}
