// Shows each pattern of src/ui in its states, for whoever builds the next screen. `npm run screenshots` takes a picture of this page.
import '#app/theme.css'
import './patterns.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { CheckboxRows, Choices, RadioChoices } from '#ui/choices.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField, TextArea } from '#ui/field.tsx'
import { BellIcon, StarIcon, TrashIcon } from '#ui/icons.tsx'
import { ItemButton, ItemList, ItemName, RemoveButton } from '#ui/list-item.tsx'
import { Menu } from '#ui/menu.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Pill } from '#ui/pill.tsx'
import section from '#ui/section.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { Switch } from '#ui/switch.tsx'
import { SwitchRow } from '#ui/switch-row.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ToastCard } from '#ui/toast-card.tsx'

const nothing = () => {}

const alerts = [
  { value: 'all', label: 'All members' },
  { value: 'followed', label: 'Only people I follow', hint: 'The people you’ve starred.' },
]
const names = ['Lamp at the door', 'Old phone']
const toastTypes = ['success', 'info', 'warning', 'error'] as const

/** Frames, because a sheet covers its whole window. */
const sheets: Record<string, ReactNode> = {
  sheet: (
    <Dialog opened title="Until when?" onClose={nothing}>
      <div className="states">
        <TextField label="What for" defaultValue="Mountain hut" />
        <div className="line">
          <Pill>30 minutes</Pill>
          <Pill aria-pressed>1 hour</Pill>
        </div>
        <Button>Save</Button>
      </div>
    </Dialog>
  ),
  confirm: (
    <ConfirmDialog
      opened
      title="Delete Group"
      message="This action cannot be undone."
      onCancel={nothing}
      onConfirm={nothing}
    />
  ),
}

const patterns: Record<string, ReactNode> = {
  Button: (
    <>
      <Button>Filled</Button>
      <Button variant="default">Default</Button>
      <Button variant="subtle">Subtle</Button>
      <Button color="red" icon={<TrashIcon size={20} />}>
        Red
      </Button>
      <Button disabled>Disabled</Button>
      <Button pending>Pending</Button>
    </>
  ),
  Pill: (
    <>
      <Pill>Plain</Pill>
      <Pill aria-pressed>Pressed</Pill>
      <Pill aria-pressed={false}>Not pressed</Pill>
      <Pill>
        <BellIcon size={18} /> With an icon
      </Pill>
    </>
  ),
  Menu: (
    <div className="menu">
      <Pill aria-expanded="true">
        <BellIcon size={18} /> All
      </Pill>
      <Menu
        {...{ id: 'menu', label: 'Alerts', onClose: nothing, onLeave: nothing, onChoose: nothing }}
        choices={alerts}
        value="all"
        actions={[{ label: 'Tell me when…', onClick: nothing }]}
        checkboxes={[
          { value: 'few', label: 'When we’re too few', hint: 'Below 3.', checked: true, onChange: nothing },
          { value: 'mute', label: 'Mute until tomorrow', checked: false, onChange: nothing },
        ]}
      />
    </div>
  ),
  Sheet: Object.keys(sheets).map(name => <iframe key={name} title={name} src={`#${name}`} />),
  Row: (
    <div className="card">
      <ItemList items={names}>
        {name => (
          <li key={name} className={section.item}>
            <div className={section.grow}>
              <ItemName id={name}>{name}</ItemName>
              <small className={section.muted}>ntfy.sh · since 2 March</small>
            </div>
            <ItemButton nameId={name} isBusy={name === 'Old phone'} onClick={nothing}>
              Send test
            </ItemButton>
            <RemoveButton nameId={name} onClick={nothing}>
              Remove
            </RemoveButton>
          </li>
        )}
      </ItemList>
    </div>
  ),
  Stepper: (
    <>
      <Stepper label="Others available" value={3} min={0} max={9} onChange={nothing} />
      <Stepper label="At its end" hint="0 turns it off." value={0} min={0} max={9} onChange={nothing} />
      <Stepper label="Wrong" error="Only 6 are here." value={9} min={0} max={9} onChange={nothing} />
    </>
  ),
  Section: (
    <section className="card">
      <h2 className={section.title}>Quiet hours</h2>
      <p className={section.hint}>Nothing rings then.</p>
      <SwitchRow label="On" hint="Its hint" checked onChange={nothing} />
      <SwitchRow label="Off" hint="Its hint" checked={false} onChange={nothing} />
      <div className="line">
        <Switch label="Light" checked isLight onChange={nothing} />
        <Switch label="No light" checked={false} isLight onChange={nothing} />
      </div>
    </section>
  ),
  'Empty state': (
    <EmptyState picture={<StarIcon size={44} strokeWidth={1.2} />} title="Nobody yet">
      <p>Whoever you follow will be here.</p>
    </EmptyState>
  ),
  Field: (
    <>
      <TextField label="With a hint" hint="Optional" />
      <TextField label="Wrong" error="Please enter a time." defaultValue="25:00" />
      <TextField label="Fixed" value="ana@example.org" readOnly />
      <PasswordField label="Password" defaultValue="correct horse" />
      <SelectField label="Select">
        <option>End of today</option>
      </SelectField>
      <TextArea label="Several lines" defaultValue="Bring a lamp" />
    </>
  ),
  Choices: (
    <>
      <RadioChoices legend="One of" name="one" options={alerts} chosen="all" onChange={nothing} />
      <Choices legend="Any of" name="any" error="Please choose one.">
        <CheckboxRows options={alerts} chosen={['followed']} onChange={nothing} />
      </Choices>
    </>
  ),
  Message: (
    <>
      <AlertText message="Profile updated successfully!" />
      <AlertText error="Failed to update profile" />
      {toastTypes.map((type, id) => (
        <ToastCard
          key={type}
          toast={{ id, type, message: `A toast: ${type}`, action: null, stayMs: 0, isLeaving: false }}
          isPaused
          onHover={nothing}
          onFocus={nothing}
        />
      ))}
      <Skeleton width="100%" height={24} />
    </>
  ),
}

function Patterns() {
  return (
    <main className="patterns">
      {Object.entries(patterns).map(([name, states]) => (
        <section key={name}>
          <h1>{name}</h1>
          <div className="states">{states}</div>
        </section>
      ))}
    </main>
  )
}

const isDark = matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.dataset.colorScheme = isDark ? 'dark' : 'light'
const root = document.getElementById('root')
if (root) createRoot(root).render(sheets[location.hash.slice(1)] ?? <Patterns />)
