import { Flex } from '@mantine/core';
import { Avatar } from '../../ui/image/avatar.tsx';
import { Logo } from '../../ui/image/logo.tsx';
import classes from './logo-or-avatar.module.css';

type Props = { id: string; name: string; image: string | null; size?: 28 | 40 };

/** An organisation's logo within a square, or its initials. */
export function LogoOrAvatar({ id, name, image, size = 28 }: Props) {
  const side = size === 40 ? '2.5rem' : '2rem';
  return (
    <Flex component="span" className={classes.logo ?? ''} flex="none" align="center" justify="center" w={side} h={side}>
      {image ? <Logo src={image} alt="" /> : <Avatar id={id} name={name} size={size} />}
    </Flex>
  );
}
