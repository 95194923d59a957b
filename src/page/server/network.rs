//! The addresses of this machine in its networks, and the links to them.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// The links for these hosts. The secret is in the fragment, which no browser sends.
pub fn links(hosts: &[String], secret: &str) -> Vec<String> {
    hosts.iter().map(|host| format!("http://{host}/join#{secret}")).collect()
}

/// The addresses at which others reach a socket that listens at this one; the loopback address if this machine is in no network.
pub(super) fn hosts(address: SocketAddr) -> Vec<String> {
    let port = address.port();
    let networks = if address.ip().is_unspecified() { network_addresses() } else { vec![address.ip()] };
    let hosts: Vec<String> = networks.iter().map(|address| format!("{address}:{port}")).collect();
    if hosts.is_empty() { vec![format!("127.0.0.1:{port}")] } else { hosts }
}

/// The addresses of this machine in its networks. Networks that phones can be in come first, and among them that of the default route.
pub(super) fn network_addresses() -> Vec<IpAddr> {
    let own = if_addrs::get_if_addrs().unwrap_or_default().into_iter().filter(|own| !own.is_loopback() && own.ip().is_ipv4());
    // No packet is sent for this.
    let outgoing = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    let mut addresses: Vec<(bool, bool, IpAddr)> =
        own.map(|own| (is_virtual(&own.name), outgoing.as_ref().is_ok_and(|out| out.ip() != own.ip()), own.ip())).collect();
    addresses.sort_by_key(|&(is_virtual, is_other, _)| (is_virtual, is_other));
    addresses.into_iter().map(|(.., address)| address).collect()
}

/// Whether the name of an interface is that of a VPN, or of a bridge to containers or virtual machines. No phone is behind one.
fn is_virtual(interface: &str) -> bool {
    const VIRTUAL: &str = "br- cni docker lxc lxdbr podman ppp tailscale tap tun utun vboxnet veth virbr vmnet wg";
    VIRTUAL.split(' ').any(|beginning| interface.starts_with(beginning))
}
