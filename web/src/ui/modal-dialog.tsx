import { t } from '#texts/texts.ts'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ComponentLibrary } from './component-library.tsx'
import type { DialogProps } from './dialog.tsx'
import { CrossIcon } from './icons.tsx'
import classes from './modal-dialog.module.css'

/** What a dialog is made of once it is needed: `dialog.tsx`. */
export function ModalDialog({
  opened,
  title,
  onClose,
  children,
  size = 480,
  withCloseButton = true,
}: DialogProps) {
  // The library notes what had the focus when a dialog opens, not when it comes opened: so it comes closed.
  const [isThere, setIsThere] = useState(false)
  useEffect(() => setIsThere(true), [])
  return (
    <ComponentLibrary>
      <Modal.Root
        opened={opened && isThere}
        onClose={onClose}
        size={size}
        centered
        // The style sheet locks the page behind it, without a shift and without injected styles.
        lockScroll={false}
        xOffset="0.75rem"
        transitionProps={{ transition: 'fade', duration: 150 }}
        classNames={{ content: classes.content, title: classes.title, body: classes.body }}
      >
        <Modal.Overlay />
        <Modal.Content>
          <div className={classes.head}>
            <Modal.Title>{title}</Modal.Title>
            {withCloseButton && (
              <Modal.CloseButton
                aria-label={t.ui.close}
                size={44}
                icon={<CrossIcon size={38} strokeWidth={1.3} />}
              />
            )}
          </div>
          <Modal.Body>{children}</Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </ComponentLibrary>
  )
}
