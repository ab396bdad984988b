// The style sheets of the portal behind sign-in: all of Mantine, then what we draw differently.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './mantine.css';
