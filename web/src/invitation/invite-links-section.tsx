import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { invitationTexts } from '#texts/invitation/invitation-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import section from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { useNow } from '#ui/use-now.ts'
import { type CreatedLink, CreatedLinkField } from './created-link-field.tsx'
import { InviteLinkItem } from './invite-link-item.tsx'
import { inviteLinksQuery } from './invite-link-queries.ts'
import classes from './invite-links.module.css'
import { MakeLinkForm } from './make-link-form.tsx'

type InviteLinksSectionProps = {
  groupId: string
  made: CreatedLink | undefined
  onMade: (made: CreatedLink) => void
}

export function InviteLinksSection({ groupId, made, onMade }: InviteLinksSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [madeBefore] = useState(made)
  const onFocus = useLostFocus(heading)
  const now = useNow()
  const { data: links, isError } = useQuery(inviteLinksQuery(groupId))
  const open = links?.filter(({ expiresAt }) => Date.parse(expiresAt) > now) ?? []
  const shown = open.some(({ id }) => id === made?.link.id) ? made : undefined
  return (
    <section className={classes.section} aria-labelledby="by-link" onFocus={onFocus}>
      <h3 id="by-link" ref={heading} tabIndex={-1}>
        {invitationTexts.byLink}
      </h3>
      <p className={classes.hint}>{invitationTexts.byLinkHint}</p>
      <MakeLinkForm groupId={groupId} onMade={onMade} />
      {shown && (
        <CreatedLinkField
          key={shown.link.id}
          groupId={groupId}
          address={shown.address}
          isNew={shown !== madeBefore}
        />
      )}
      {!links && isError && <AlertText error={invitationTexts.linksNotLoaded} />}
      {open.length > 0 && (
        <ul className={`${section.list} ${classes.list}`} aria-label={invitationTexts.links}>
          {open.map(link => (
            <InviteLinkItem key={link.id} groupId={groupId} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}
